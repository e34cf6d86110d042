//! A level that cannot be read: its title and its errors.

use std::fmt;

use crate::MAX_ERRORS;

/// A level that cannot be read: every reason that was found, and its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable<E> {
    /// The title, if there is one.
    pub title: Option<String>,
    /// The reasons, at most the first [`MAX_ERRORS`] of them; never empty.
    pub errors: Vec<E>,
}

impl<E> Unreadable<E> {
    /// A level with these errors; `None` if there are none.
    pub fn from_errors(errors: impl IntoIterator<Item = E>) -> Option<Unreadable<E>> {
        let errors: Vec<E> = errors.into_iter().take(MAX_ERRORS).collect();
        (!errors.is_empty()).then_some(Unreadable { title: None, errors })
    }
}

impl<E> From<E> for Unreadable<E> {
    fn from(error: E) -> Unreadable<E> {
        Unreadable { title: None, errors: vec![error] }
    }
}

impl<E: fmt::Display> fmt::Display for Unreadable<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.errors.iter().enumerate() {
            let separator = if i > 0 { "; " } else { "" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Unreadable<E> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_up_to_a_limit() {
        assert_eq!(Unreadable::<u32>::from_errors([]), None);
        assert_eq!(Unreadable::from_errors([1, 2]).unwrap().to_string(), "1; 2");
        assert_eq!(Unreadable::from_errors(0..).unwrap().errors.len(), MAX_ERRORS);
    }
}
