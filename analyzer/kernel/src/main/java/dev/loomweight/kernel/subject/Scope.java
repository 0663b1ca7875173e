package dev.loomweight.kernel.subject;

import dev.loomweight.match.Nearest;
import java.util.List;

/**
 * What a figure is of, where that is not everything: one of several things, which a user names after the figure's id and a
 * dot.
 *
 * @param placeholder how help shows the name, such as {@code CAUSE}; empty for everything
 * @param what what is named, in words
 * @param known the names that there are; empty where any is allowed
 */
public record Scope(String placeholder, String what, List<String> known) {

    /** Everything. */
    public static final Scope ALL = new Scope("", "", List.of());

    public Scope {
        known = List.copyOf(known);
    }

    /** Whether it is everything, so that nothing is named. */
    public boolean isAll() {
        return placeholder.isEmpty();
    }

    /**
     * Checks the name of one thing.
     *
     * @throws IllegalArgumentException if there is nothing of that name; the message has a suggestion
     */
    public void check(String name) {
        if (!known.isEmpty() && !known.contains(name)) {
            throw new IllegalArgumentException(
                    "unknown " + what + " \"" + name + "\"" + Nearest.hintOrList(name, known));
        }
    }
}
