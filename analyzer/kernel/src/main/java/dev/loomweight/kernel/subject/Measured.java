package dev.loomweight.kernel.subject;

import java.util.List;

/**
 * The amount of a figure, as far as the inputs show it.
 *
 * @param amount in the figure's unit; a lower bound if something is missing
 * @param missing why the amount may be too low or is not known; empty if it can be trusted
 * @param unsureTo up to which amount it cannot be distinguished from a higher one, in the figure's unit; 0 if it is exact
 * @param unsure why not; empty if it is exact
 * @param source the source, in a few words; may be empty
 * @param shares what the amount consists of, the largest first; empty where no parts are known
 */
public record Measured(long amount, String missing, long unsureTo, String unsure, String source, List<Share> shares) {

    /** Something that an amount is of, such as a place that pins. */
    public interface Part {

        /** One sentence: what is so. */
        String summary();
    }

    /**
     * What one part contributes.
     *
     * @param amount in the figure's unit; 0 where its part of the whole is not known
     */
    public record Share(Part part, long amount) {}

    public Measured {
        shares = List.copyOf(shares);
    }

    /**
     * Of no known parts.
     *
     * @param missing why it may be too low or is not known; empty if it can be trusted
     */
    public Measured(long amount, String source, String missing) {
        this(amount, missing, 0, "", source, List.of());
    }

    /** Not known. */
    public static Measured unknown(String why) {
        return new Measured(0, "", why);
    }

    /** The same, where an amount cannot be distinguished from a higher one. */
    public Measured unsure(long upTo, String why) {
        return new Measured(amount, missing, upTo, why, source, shares);
    }

    /**
     * Why it is not decided whether the amount is within a limit that it does not exceed; empty where it is.
     *
     * @param max the largest allowed amount, inclusive
     */
    public String undecided(long max) {
        return missing.isEmpty() && unsureTo > max ? unsure : missing;
    }
}
