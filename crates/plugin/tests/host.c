/* A host for the plug-in, as small as it can be: loads the DLL that its first argument names, looks up every
   function by its plain name, and uses each as YASC does. Prints what it saw; ends with 1 at the first surprise. */
#include <windows.h>
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
typedef struct {
    unsigned size, flags;
    long long moves, pushes, states;
    char text[256];
    unsigned milliseconds;
} Status;
#pragma pack(pop)

typedef int(__stdcall *Callback)(void);
typedef int(__stdcall *SolveEx)(unsigned, unsigned, char *, char *, unsigned, Status *, Callback);
typedef int(__stdcall *IsSupported)(unsigned);
typedef void(__stdcall *Constraints)(unsigned *, unsigned *, unsigned *);
typedef void(__stdcall *Name)(char *, unsigned);
typedef int(__stdcall *Terminate)(void);

static int asked, patience;
static int __stdcall callback(void) { return patience && ++asked > patience; }

static int surprises;
static void expect(int good, const char *what)
{
    printf("%s: %s\n", what, good ? "ok" : "NOT OK");
    surprises += !good;
}

/* The settings of the user, in a folder of this test. */
static void settings(const char *text)
{
    FILE *file;

    CreateDirectoryA("settings", NULL);
    CreateDirectoryA("settings\\banto", NULL);
    file = fopen("settings\\banto\\plugin.txt", "w");
    if (!file || fputs(text, file) < 0 || fclose(file)) {
        printf("the settings cannot be written\n");
        exit(1);
    }
}

static HMODULE plugin;
static FARPROC function(const char *name)
{
    FARPROC found = GetProcAddress(plugin, name);
    if (!found) {
        printf("there is no %s\n", name);
        exit(1);
    }
    return found;
}

static Terminate terminate;
static DWORD WINAPI later(void *unused)
{
    (void)unused;
    Sleep(700);
    terminate();
    return 0;
}

/* Two games of a level in which few pushes and few moves do not go together, each with a walk that leads nowhere. */
static char rooms[] = "#######"
                      "#   ..#"
                      "# #*$ #"
                      "#   # #"
                      "#  $  #"
                      "##$ ###"
                      " #@ #  "
                      " #. #  "
                      " ####  ";
static char games[] = "rlUUluuurrrrdddlLrruuullDRlDDrruUlulllddRDrUUddlDDrUUUlluurR\0"
                      "rlUURlluuurrDDDlluRluurrrrdddLLUUdlluurRdRldlDDDrUUUdrruU\0";

/* Shortens both games; the host stops after three seconds and keeps what was found. */
static void shortened(SolveEx optimize, unsigned flags, int pushes, int moves, const char *what)
{
    char place[1000];
    Status status;
    int i, found = 0, code;

    memset(&status, 0, sizeof status);
    status.size = sizeof status;
    status.flags = flags;
    memcpy(place, games, sizeof games);
    asked = 0;
    patience = 60;
    code = optimize(7, 9, rooms, place, sizeof place, &status, callback);
    patience = 0;
    for (i = 0; code == 0 && place[i]; i++)
        found += place[i] >= 'A' && place[i] <= 'Z';
    printf("optimize, flags %u: %d, %s\n", flags, code, status.text);
    expect(code == 0 && (pushes ? found == pushes : i == moves), what);
}

int main(int count, char **words)
{
    /* Two boxes in a room. */
    static char small[] = "#######"
                          "#@    #"
                          "# $ . #"
                          "# $ . #"
                          "#     #"
                          "#######";
    /* A box in a corner. */
    static char lost[] = "######"
                         "#$   #"
                         "# @. #"
                         "######";
    char place[1000], name[40] = "", large[32 * 32];
    Status status;
    unsigned width, height, boxes;
    int i, code;
    DWORD began;

    SetEnvironmentVariableA("APPDATA", "settings");
    settings("");
    plugin = LoadLibraryA(count > 1 ? words[1] : "banto_plugin.dll");
    if (!plugin) {
        printf("the DLL cannot be loaded: %lu\n", GetLastError());
        return 1;
    }
    function("Configure");
    function("ShowAbout");
    terminate = (Terminate)(void *)function("Terminate");
    SolveEx solve = (SolveEx)(void *)function("SolveEx");
    SolveEx optimize = (SolveEx)(void *)function("Optimize");
    IsSupported supported = (IsSupported)(void *)function("IsSupportedOptimization");
    ((Name)(void *)function("GetPluginName"))(name, sizeof name);
    expect(strncmp(name, "Banto ", 6) == 0, name);
    ((Constraints)(void *)function("GetConstraints"))(&width, &height, &boxes);
    expect(width == 256 && height == 256 && boxes > 1000, "constraints");
    expect(supported(4 | 128) == 1 && supported(2 | 256) == 1 && supported(8) == 0, "optimizations");

    memset(&status, 0, sizeof status);
    status.size = sizeof status;
    expect(sizeof status == 292, "size of the status");
    code = solve(7, 6, small, place, sizeof place, &status, callback);
    printf("solve: %d, %s, %s\n", code, status.text, code ? "" : place);
    expect(code == 0 && strlen(place) >= 8 && (status.flags & 1), "a level is solved");

    code = solve(6, 4, lost, place, sizeof place, &status, callback);
    expect(code == 3, "a level without a solution");
    code = solve(7, 6, small, place, 4, &status, callback);
    expect(code == 5, "a solution without room");
    code = solve(2, 2, small, place, sizeof place, &status, callback);
    expect(code == 2, "a board that is no level");

    memcpy(place, "rldRRudlldRR\0", 14);
    status.flags = 2 | 256;
    code = optimize(7, 6, small, place, sizeof place, &status, callback);
    printf("optimize: %d, %s, %s\n", code, status.text, place);
    expect(code == 0 && strlen(place) < 12 && place[strlen(place) + 1] == 0, "a game is shortened");

    status.flags = 4;
    memcpy(place, "rrrr\0", 6);
    expect(optimize(7, 6, small, place, sizeof place, &status, callback) == 2, "a game that is no solution");
    expect(strcmp(place, "rrrr") == 0, "and stays as it is");
    status.flags = 8;
    memcpy(place, games, sizeof games);
    expect(optimize(7, 9, rooms, place, sizeof place, &status, callback) == 2, "a metric that Banto has not");
    shortened(optimize, 4 | 128, 18, 0, "fewest pushes, then moves");
    shortened(optimize, 2 | 256, 0, 55, "fewest moves, then pushes");
    shortened(optimize, 4 | 64, 18, 0, "fewest pushes, then moves, in the older flags");
    shortened(optimize, 2 | 128, 0, 55, "fewest moves, then pushes, in the older flags");

    /* A large room, and settings that ask for the fewest moves: no search is through with that in an hour. */
    memset(large, ' ', sizeof large);
    for (i = 0; i < 32; i++)
        large[i] = large[32 * i] = large[32 * i + 31] = large[32 * 31 + i] = '#';
    large[33] = '@';
    for (i = 0; i < 13; i++) {
        large[32 * (2 * i + 3) + 9 + i % 3] = '$';
        large[32 * (2 * i + 3) + 22 - i % 3] = '.';
    }
    settings("goal = moves\nengine = optimal\n");
    patience = 10;
    asked = 0;
    began = GetTickCount();
    code = solve(32, 32, large, place, sizeof place, &status, callback);
    printf("stopped after %lu ms: %d, %s\n", GetTickCount() - began, code, status.text);
    expect(code == 9, "the callback stops a search");
    patience = 0;
    asked = 0;
    CreateThread(NULL, 0, later, NULL, 0, NULL);
    began = GetTickCount();
    code = solve(32, 32, large, place, sizeof place, &status, callback);
    printf("terminated after %lu ms: %d, %s\n", GetTickCount() - began, code, status.text);
    expect(code == 9, "Terminate stops a search");
    settings("speed = 11\n");
    code = solve(7, 6, small, place, sizeof place, &status, callback);
    printf("settings: %d, %s\n", code, status.text);
    expect(code == 6, "settings that cannot be read");
    settings("");
    code = solve(7, 6, small, place, sizeof place, &status, callback);
    expect(code == 0, "the next call after Terminate");
    expect(FreeLibrary(plugin) != 0, "unloading");
    return surprises != 0;
}
