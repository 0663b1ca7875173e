package dev.loomweight.completion;

/** Words as shells read them. */
final class Words {

    private Words() {}

    /** A text that a shell takes as it stands: bash, zsh and others of POSIX. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** The same for fish, in which a backslash escapes inside of single quotes. */
    static String quotedForFish(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
