package dev.loomweight.kernel.coverage;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sentences on what the recordings could show of one event type: "no pins" and "pinning was not recorded" read
 * differently.
 *
 * @param eventType the full name of the event type
 * @param one what one event is, such as {@code pin}
 * @param many the plural
 * @param stacks whether the sentences mention stacks
 * @param recording what recording them means, at the beginning of a sentence, such as {@code Pinning}
 */
public record EventWords(String eventType, String one, String many, boolean stacks, String recording) {

    /** Why a recording of a JDK that is not known does not define an event. */
    public static final String UNDEFINED = "its JDK does not have this event, or a profiler other than JFR wrote it";

    /** One sentence per recording, or of many per {@link Alike}; none if there is no recording. */
    public List<String> sentences(Coverage coverage) {
        List<String> sentences = new ArrayList<>();
        forEach(coverage, (prefix, event) -> sentences.add(prefix + sentence(event)));
        return sentences;
    }

    /** One sentence per recording that could not hold the event, or of many per {@link Alike}. */
    public List<String> absences(Coverage coverage) {
        List<String> sentences = new ArrayList<>();
        forEach(coverage, (prefix, event) -> {
            if (!event.state().isOn()) {
                sentences.add(prefix + sentence(event));
            }
        });
        return sentences;
    }

    /** Takes the coverage of one recording, or of several alike. */
    @FunctionalInterface
    public interface Each {

        /**
         * One recording.
         *
         * @param prefix the beginning of a sentence about it; empty if it is the only one
         * @param event its coverage
         */
        void accept(String prefix, OfEvent event);
    }

    /**
     * Hands over each recording's coverage of this event type, in the order of reading; of many, that of each {@link
     * Alike}.
     */
    public void forEach(Coverage coverage, Each each) {
        List<Alike> all = Alike.of(coverage, eventType);
        boolean several = coverage.of(eventType).size() > 1;
        all.forEach(alike -> each.accept(several ? alike.name() + ": " : "", alike.event()));
    }

    private String sentence(OfEvent event) {
        return switch (event.state()) {
            case RECORDED, SILENT ->
                event.count() + " " + (event.count() == 1 ? one : many) + " recorded" + details(event) + ".";
            case OFF -> recording + " was not recorded: " + eventType + " was off.";
            case UNKNOWN ->
                recording + " was not recorded: the recording does not define " + eventType + ": " + UNDEFINED + ".";
            case UNSTATED ->
                "0 " + many + " recorded, but " + eventType
                        + " may have been off: the settings (jdk.ActiveSetting) were not recorded.";
        };
    }

    private String details(OfEvent event) {
        List<String> details = new ArrayList<>();
        Duration threshold = event.threshold();
        if (threshold != null) {
            details.add("threshold " + length(threshold));
        }
        if (event.isPartial()) {
            details.add(partial(event));
        }
        if (stacks && !event.ofStacks().stacks()) {
            details.add("without stacks");
        } else if (stacks) {
            if (event.ofStacks().withoutStack() > 0) {
                details.add(event.ofStacks().withoutStack() + " of " + event.count() + " without a stack");
            }
            details.add(event.ofStacks().truncated() > 0 ? truncated(event) : "no truncated stacks");
        }
        return details.isEmpty() ? "" : " (" + String.join(", ", details) + ")";
    }

    /** How many stacks were truncated, in words. */
    public static String truncated(OfEvent event) {
        return event.ofStacks().truncated() + " of " + event.count() + " stacks truncated at "
                + event.ofStacks().stackDepth() + " frames";
    }

    /** In which part of the recording it was on, in words; only of one that was on in a part. */
    public static String partial(OfEvent event) {
        return "on for " + Amounts.time(event.partialNanos()) + " only";
    }

    /** A threshold: {@code 20 ms}. */
    public static String length(Duration threshold) {
        return Amounts.time(threshold.toNanos());
    }
}
