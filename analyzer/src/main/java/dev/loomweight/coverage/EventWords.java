package dev.loomweight.coverage;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sentences on what the recordings could tell of one event type: "no pins" and "pinning was not recorded" read
 * differently.
 *
 * @param eventType the full name of the event type
 * @param one what one event is, such as {@code pin}
 * @param many the plural
 * @param stacks whether the sentences speak of stacks
 * @param recording what recording them means, at the beginning of a sentence, such as {@code Pinning}
 */
public record EventWords(String eventType, String one, String many, boolean stacks, String recording) {

    /** One sentence per recording; none if there is no recording. */
    public List<String> sentences(Coverage coverage) {
        List<String> sentences = new ArrayList<>();
        forEach(coverage, (prefix, event) -> sentences.add(prefix + sentence(event)));
        return sentences;
    }

    /** One sentence per recording that could not hold the event. */
    public List<String> absences(Coverage coverage) {
        List<String> sentences = new ArrayList<>();
        forEach(coverage, (prefix, event) -> {
            if (event.state() != State.RECORDED && event.state() != State.SILENT) {
                sentences.add(prefix + sentence(event));
            }
        });
        return sentences;
    }

    /** Takes the coverage of one recording. */
    @FunctionalInterface
    public interface Each {

        /**
         * One recording.
         *
         * @param prefix what a sentence on it begins with: empty if it is the only one
         * @param event what it could tell
         */
        void accept(String prefix, OfEvent event);
    }

    /** Hands over each recording's coverage of this event type, in the order of reading. */
    public void forEach(Coverage coverage, Each each) {
        boolean several = coverage.of(eventType).size() > 1;
        for (Coverage.OfSource source : coverage.sources()) {
            for (OfEvent event : source.events()) {
                if (event.eventType().equals(eventType)) {
                    each.accept(several ? coverage.nameOf(source) + ": " : "", event);
                }
            }
        }
    }

    private String sentence(OfEvent event) {
        return switch (event.state()) {
            case RECORDED, SILENT ->
                event.count() + " " + (event.count() == 1 ? one : many) + ": recorded" + threshold(event)
                        + (stacks ? stacks(event) : "") + ".";
            case OFF -> recording + " was not recorded: " + eventType + " was off.";
            case UNKNOWN -> recording + " was not recorded: this JDK does not know " + eventType + ".";
            case UNSTATED ->
                "0 " + many + " in the recording, which does not tell whether " + eventType
                        + " was on: its settings (jdk.ActiveSetting) were not recorded.";
        };
    }

    private static String threshold(OfEvent event) {
        Duration threshold = event.threshold();
        return threshold == null ? "" : ", threshold " + length(threshold);
    }

    private static String stacks(OfEvent event) {
        if (!event.stacks()) {
            return ", without stacks";
        }
        List<String> faults = new ArrayList<>();
        if (event.withoutStack() > 0) {
            faults.add(event.withoutStack() + " of " + event.count() + " without a stack");
        }
        if (event.truncated() > 0) {
            faults.add(cut(event));
        }
        return faults.isEmpty() ? ", stacks whole" : ", " + String.join(", ", faults);
    }

    /** How many stacks were cut, in words. */
    public static String cut(OfEvent event) {
        return event.truncated() + " of " + event.count() + " stacks cut at " + event.stackDepth() + " frames";
    }

    /** A threshold: {@code 20 ms}. */
    public static String length(Duration threshold) {
        return Amounts.time(threshold.toNanos());
    }
}
