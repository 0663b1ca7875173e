package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** How many recordings could show what the report is about. */
final class FleetCoverage {

    private static final double MIN_RECORDED_SHARE = 0.5;
    private static final int MAX_CLOCKS = 5;

    private static final int TOP = 20;

    private final FleetView view;

    FleetCoverage(FleetView view) {
        this.view = view;
    }

    /** The sentence of how many could tell: "Pinning was recorded in 812 of 1,000 recordings; 31 are damaged, 4 unreadable." */
    static String sentence(GroupSums sums) {
        List<String> parts = new ArrayList<>();
        add(parts, sums.get(Counter.DAMAGED), "damaged");
        add(parts, sums.get(Counter.CUT), "cut off (their JVM was killed, or was still writing)");
        add(parts, sums.get(Counter.UNREADABLE), "unreadable");
        add(parts, sums.get(Counter.LOST), "lost events");
        add(parts, sums.get(Counter.PINS_OFF), "had it off");
        add(parts, sums.get(Counter.PINS_UNSTATED), "did not say");
        add(
                parts,
                sums.get(Counter.PINS_UNKNOWN),
                "do not define it (their JDK does not have it, or a profiler other than JFR wrote them)");
        add(parts, sums.get(Counter.NO_RECORDING), "are captures without a recording");
        return "Pinning was recorded in " + Amounts.count(sums.get(Counter.TOLD)) + " of "
                + Amounts.count(sums.get(Counter.RECORDINGS), "recording")
                + (parts.isEmpty() ? "." : "; " + String.join(", ", parts) + ".");
    }

    /** What was in several recordings; empty if nothing was. */
    static List<String> copies(GroupSums sums) {
        List<String> sentences = new ArrayList<>();
        long copies = sums.get(Counter.COPIES);
        if (copies > 0) {
            sentences.add(Amounts.count(copies, "more recording was", "more recordings were")
                    + " left out, since others have all that " + (copies == 1 ? "it has" : "they have") + ", such as "
                    + sums.copies().first() + ".");
        }
        long shared = sums.get(Counter.SHARED);
        if (shared > 0) {
            sentences.add(
                    Amounts.count(shared, "recording was", "recordings were") + " read without what others have, too.");
        }
        return sentences;
    }

    private static void add(List<String> parts, long count, String words) {
        if (count > 0) {
            parts.add(Amounts.count(count) + " " + words);
        }
    }

    private void add(List<String> parts, Counter counter, String one, String many) {
        long count = view.total().get(counter);
        if (count > 0) {
            parts.add(Amounts.count(count) + (count == 1 ? one : many));
        }
    }

    Section section() {
        List<Block> blocks = new ArrayList<>();
        GroupSums total = view.total();
        blocks.add(Note.of(Note.RECORDED, sentence(total)));
        blocks.add(Rows.<Map.Entry<String, GroupSums>>of()
                .text("service", view.serviceTitle(), Map.Entry::getKey)
                .count("recordings", "Recordings", service -> of(service, Counter.RECORDINGS))
                .count("pinsRecordedIn", "Pins recorded in", service -> of(service, Counter.TOLD))
                .count("damaged", "Damaged", service -> of(service, Counter.DAMAGED))
                .count("unreadable", "Unreadable", service -> of(service, Counter.UNREADABLE))
                .count("off", "Off", service -> of(service, Counter.PINS_OFF))
                .count(
                        "unstated",
                        "Not stated",
                        service -> of(service, Counter.PINS_UNSTATED)
                                + of(service, Counter.PINS_UNKNOWN)
                                + of(service, Counter.NO_RECORDING))
                .count("lost", "Lost events", service -> of(service, Counter.LOST))
                .bytes("size", "Size", service -> of(service, Counter.BYTES))
                .nanos("threshold", "Threshold", service -> service.getValue().get(Counter.THRESHOLD_NANOS))
                .where(service -> of(service, Counter.TOLD) != 0, "")
                .top(TOP)
                .brief("service", "recordings", "pinsRecordedIn", "damaged", "unreadable")
                .table(
                        "coverage",
                        "",
                        fewestFirst(),
                        List.of(
                                "Damaged ones count with what could be read of them. Threshold: the longest in force; shorter pins are"
                                        + " not recorded everywhere.")));
        if (!total.jdks().isEmpty()) {
            blocks.add(Note.of("jdks", "JDKs: " + String.join(", ", total.jdks()) + "."));
        }
        Note.some(
                        "examples",
                        "Some that could not be read completely, or whose clock was wrong",
                        List.copyOf(total.examples()))
                .ifPresent(blocks::add);
        Note.some("copies", "Left out, since others have all of them", List.copyOf(total.copies()))
                .ifPresent(blocks::add);
        return new Section("coverage", "What was recorded", blocks, findings());
    }

    /** The services, those first of which the smallest part of the recordings could report pins, or was complete. */
    private List<Map.Entry<String, GroupSums>> fewestFirst() {
        return view.services().entrySet().stream()
                .sorted(Comparator.comparingDouble(
                                (Map.Entry<String, GroupSums> service) -> share(service.getValue(), Counter.TOLD))
                        .thenComparingDouble(service -> -share(service.getValue(), Counter.DAMAGED))
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    private static double share(GroupSums sums, Counter counter) {
        return (double) sums.get(counter) / sums.get(Counter.RECORDINGS);
    }

    private static long of(Map.Entry<String, GroupSums> service, Counter counter) {
        return service.getValue().get(counter);
    }

    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        List<String> few = view.services().entrySet().stream()
                .filter(service -> service.getValue().get(Counter.TOLD)
                        < MIN_RECORDED_SHARE * service.getValue().get(Counter.RECORDINGS))
                .map(Map.Entry::getKey)
                .toList();
        if (!few.isEmpty()) {
            findings.add(new Finding(
                            "fewCouldTell",
                            Severity.WARNING,
                            "Pinning was recorded in fewer than half of the recordings of "
                                    + Amounts.names(few, few.size(), 5) + ".",
                            "What is said of pins there is of the others alone.",
                            "Record jdk.VirtualThreadPinned, and on JDK 21 to 23 jdk.JavaMonitorEnter.")
                    .ofInputs());
        }
        long twice = view.total().get(Counter.TWICE);
        if (twice > 0) {
            findings.add(new Finding(
                            "countedTwice",
                            Severity.WARNING,
                            Amounts.count(twice, "fold has", "folds have")
                                    + " a part of what another input has: events in it count twice.",
                            "A fold is read completely or not at all.",
                            "Name the recordings, or fold them together.")
                    .ofInputs());
        }
        SortedMap<Labels, Instant> clocks = view.wrongClocks();
        if (!clocks.isEmpty()) {
            List<String> first = clocks.entrySet().stream()
                    .limit(MAX_CLOCKS)
                    .map(unit -> (view.by().isEmpty() ? "the fleet" : view.name(unit.getKey())) + " ("
                            + Amounts.instant(unit.getValue()) + ")")
                    .toList();
            findings.add(new Finding(
                            "clockWrong",
                            Severity.WARNING,
                            "Recordings of " + Amounts.names(first, clocks.size(), MAX_CLOCKS)
                                    + " begin at a time that cannot be.",
                            "The clock of their machine was wrong: before 2018 there was no such recording, and no version is"
                                    + " recorded years before most of its others. When they were made is not known; they take"
                                    + " no part in the order of versions.",
                            "Correct the clock, or name versions by numbers.")
                    .ofInputs());
        }
        List<String> incomplete = new ArrayList<>();
        add(incomplete, Counter.CUT, " was cut off", " were cut off");
        add(incomplete, Counter.DAMAGED, " is damaged", " are damaged");
        add(incomplete, Counter.UNREADABLE, " is unreadable", " are unreadable");
        if (!incomplete.isEmpty()) {
            findings.add(new Finding(
                            "recordingsDamaged",
                            Severity.INFO,
                            "Of " + Amounts.count(view.total().get(Counter.RECORDINGS), "recording") + ", "
                                    + String.join(", ", incomplete) + ".",
                            "Recordings of processes that were killed end in the middle, or are empty; what could be read of"
                                    + " them counts.",
                            "")
                    .ofInputs());
        }
        return findings;
    }
}
