package dev.loomweight.report;

/**
 * One of the processes, or files, that a section is about: what distinguishes the keys and words of its blocks from those
 * of the others.
 *
 * @param subject its name
 * @param suffix what its keys end with; may be empty
 * @param prefix what its words begin with; empty where it is the only one
 */
public record Among(String subject, String suffix, String prefix) {

    /**
     * One whose keys end with its number from the second on.
     *
     * @param number from 1 on
     * @param several whether there are others, so that its words begin with its name
     */
    public static Among of(String subject, int number, boolean several) {
        return new Among(subject, number == 1 ? "" : Integer.toString(number), several ? subject + ": " : "");
    }

    /**
     * One whose keys all end with its number, and whose words all begin with its name.
     *
     * @param number from 1 on
     */
    public static Among numbered(String subject, int number) {
        return new Among(subject, Integer.toString(number), subject + ": ");
    }

    /** The key of one of its blocks. */
    public String id(String id) {
        return id + suffix;
    }

    /** A title or sentence on it. */
    public String words(String words) {
        return prefix + words;
    }
}
