package dev.loomweight.analysis.experiment;

import dev.loomweight.report.Cell;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A published experiment: what it measured, and what was concluded.
 *
 * @param name its name, as {@code loomweight run} takes it
 * @param question what it asks, in a few words
 * @param sized whether it can be run smaller than it was published
 * @param figures what is measured, in the order of the report
 * @param claims what is said of it, in the order of the report
 */
public record Experiment(String name, String question, boolean sized, List<Shown> figures, List<Claim> claims) {

    public Experiment {
        figures = List.copyOf(figures);
        claims = List.copyOf(claims);
    }

    /**
     * A figure of the report.
     *
     * @param key the figure's key
     * @param words what it is
     * @param published what was published for it, or null where nothing was
     */
    public record Shown(String key, String words, @Nullable Cell published) {

        static Shown of(String key, String words) {
            return new Shown(key, words, null);
        }

        static Shown millis(String key, String words, long published) {
            return new Shown(key, words, new Cell.Nanos(published * 1_000_000));
        }

        static Shown count(String key, String words, long published) {
            return new Shown(key, words, Cell.count(published));
        }
    }

    /**
     * Something that was said, and how it is judged.
     *
     * @param id its key, lower camel case
     * @param said what was said, in our words, with its figure
     * @param rule when it holds
     */
    public record Claim(String id, String said, Rule rule) {}
}
