package dev.loomweight.bytecode;

/**
 * Why it cannot be said which monitors a frame holds, or why only part of it can.
 *
 * @param reason in a word, to count and to choose advice by
 * @param text a clause for people that names the class and file; no capital, no full stop
 */
public record Uncertainty(Reason reason, String text) {

    /** The kinds of uncertainty. */
    public enum Reason {
        /** The class path has no class file of that name. */
        NO_CLASS_FILE,
        /** A class that a program defined as a hidden one; it has no file. */
        HIDDEN_CLASS,
        /** The class file is not what ran: another version, or an agent rewrote it. */
        CLASS_DIFFERS,
        /** The class file has no such method. */
        NO_METHOD,
        /** The class file cannot be read. */
        BROKEN_CLASS,
        /** A native method without {@code synchronized}: only its native code could hold monitors, through JNI. */
        NATIVE,
        /** The recording has no bytecode index for the frame. */
        NO_INDEX,
        /** The paths through the method disagree, or its monitors are not paired. */
        UNDECIDABLE
    }
}
