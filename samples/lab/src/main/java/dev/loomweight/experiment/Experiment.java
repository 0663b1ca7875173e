package dev.loomweight.experiment;

import dev.loomweight.report.Cell;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A published experiment with its figures and claims.
 *
 * @param name its name, as {@code loomweight run} takes it
 * @param question its question, in a few words
 * @param sized whether it can be run in other sizes than the published one
 * @param article its texts
 * @param figures what is measured, in the order of the report
 * @param charts which of the figures are drawn
 * @param claims its claims, in the order of the report
 */
public record Experiment(
        String name,
        String question,
        boolean sized,
        Article article,
        List<Shown> figures,
        List<Chart> charts,
        List<Claim> claims) {

    public Experiment {
        figures = List.copyOf(figures);
        charts = List.copyOf(charts);
        claims = List.copyOf(claims);
    }

    /**
     * Figures that are drawn side by side.
     *
     * @param title what they are
     * @param ranked whether the largest comes first, by what was measured on the newest JDK; else they keep their order
     * @param bars the figures, of one unit
     */
    public record Chart(String title, boolean ranked, List<Bar> bars) {

        public Chart {
            bars = List.copyOf(bars);
        }

        static Chart of(String title, Bar... bars) {
            return new Chart(title, false, List.of(bars));
        }
    }

    /**
     * A figure that is drawn.
     *
     * @param key its key
     * @param name what it belongs to, in a few words
     */
    public record Bar(String key, String name) {}

    /**
     * A figure of the report.
     *
     * @param key the figure's key
     * @param words its name for people
     * @param published what was published for it, or null where nothing was
     * @param part the program that measures it, or null if any can; if the figure is missing, that program says why
     */
    public record Shown(
            String key,
            String words,
            @Nullable Cell published,
            @Nullable String part) {

        Shown(String key, String words, @Nullable Cell published) {
            this(key, words, published, null);
        }

        /** The same figure, measured by one program. */
        Shown by(String program) {
            return new Shown(key, words, published, program);
        }

        static Shown of(String key, String words) {
            return new Shown(key, words, null);
        }

        static Shown millis(String key, String words, long published) {
            return new Shown(key, words, new Cell.Nanos(published * 1_000_000));
        }

        /** A figure that one program measures and that was not published. */
        static Shown of(String key, String words, String program) {
            return new Shown(key, words, null, program);
        }

        static Shown count(String key, String words, long published) {
            return new Shown(key, words, Cell.count(published));
        }
    }

    /** The program that measures a figure, by the key of the figure; without figures that any program can measure. */
    Map<String, String> parts() {
        Map<String, String> parts = new HashMap<>();
        for (Shown shown : figures) {
            if (shown.part() != null) {
                parts.put(shown.key(), shown.part());
            }
        }
        return parts;
    }

    /**
     * A claim and how it is judged.
     *
     * @param id its key, lower camel case
     * @param said the claim in our words, with its figure
     * @param rule when it holds
     */
    public record Claim(String id, String said, ClaimRule rule) {}
}
