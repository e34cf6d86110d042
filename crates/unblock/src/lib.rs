//! Unblock Me / Rush Hour: rules, formats, engine.
