package dev.loomweight.memory.growth.diff;

import dev.loomweight.amount.Quantity;
import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.ChangedDefault;
import dev.loomweight.memory.ChangedDefault.Bears;
import dev.loomweight.memory.growth.ProcessGrowth;
import dev.loomweight.memory.reconcile.ObjectHeaders;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The change of memory: of the process, by NMT category and call site, and by class of live objects. */
public final class MemoryComparison implements Comparison<MemoryStates> {

    /** The memory of processes at each of their moments, to be compared. */
    public static final Subject<MemoryStates, MemoryStates> SUBJECT =
            Subject.of(MemoryStates.FOLD).compared(new MemoryComparison());

    @Override
    public Section changes(MemoryStates before, MemoryStates after) {
        List<MemoryState> earlier = before.inOrder();
        List<MemoryState> later = after.inOrder();
        return earlier.isEmpty() || later.isEmpty()
                ? section(List.of(), List.of())
                : between(earlier.getLast(), later.getLast(), noise(before, after), before.isOfProcessOf(after));
    }

    /** The wider of the ranges of resident memory on both sides; empty unless both have one. */
    private static OptionalLong noise(MemoryStates before, MemoryStates after) {
        OptionalLong one = before.residentRange();
        OptionalLong other = after.residentRange();
        return one.isEmpty() || other.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(one.getAsLong(), other.getAsLong()));
    }

    private static Section between(MemoryState before, MemoryState after, OptionalLong noiseBytes, boolean oneProcess) {
        NmtReport first = before.nmt();
        NmtReport last = after.nmt();
        List<Finding> findings = new ArrayList<>();
        if ((first != null && first.diff()) || (last != null && last.diff())) {
            findings.add(new Finding(
                    "isDifference",
                    Finding.Severity.PROBLEM,
                    (first != null && first.diff() ? before : after).name() + " is itself a difference of two reports.",
                    "A difference cannot be compared with a report.",
                    "Give it alone."));
            return section(List.of(), findings);
        }
        DiffFindings.contradictions(findings, before, after);
        NmtReport nmt = first == null || last == null ? null : NmtDifference.of(first, last);
        List<Block> blocks = new ArrayList<>();
        List<String> verdict = headline(before, after, nmt, noiseBytes, oneProcess);
        Note.headline(verdict).ifPresent(blocks::add);
        List<String> sides = new ArrayList<>(List.of("Before: " + words(before) + ".", "After: " + words(after) + "."));
        headers(before, after).ifPresent(sides::add);
        if (nmt != null) {
            heapDefaults(before, after, nmt).ifPresent(sides::add);
        }
        collectorDefaults(before, after).ifPresent(sides::add);
        blocks.add(new Note("compared", sides));
        addTo(blocks, findings, TotalsTable.of(before, after, nmt), nmt);
        if (nmt != null && (before.resident() == null || after.resident() == null)) {
            DiffFindings.ofNmt(findings, nmt);
        }
        ChangeTables.classes(before.histogram(), after.histogram()).ifPresent(blocks::add);
        boolean compared = blocks.stream().anyMatch(Table.class::isInstance);
        return section(compared ? blocks : List.of(), findings);
    }

    @Override
    public Section within(MemoryStates all) {
        List<MemoryState> states = all.inOrder();
        if (states.size() > 1) {
            return between(states.getFirst(), states.getLast(), OptionalLong.empty(), true);
        }
        List<NmtReport> reports =
                states.isEmpty() ? List.of() : states.getFirst().reports();
        NmtReport difference = reports.size() > 1 && reports.stream().noneMatch(NmtReport::diff)
                ? NmtDifference.of(reports.getFirst(), reports.getLast())
                : reports.stream()
                        .filter(NmtReport::diff)
                        .reduce((first, last) -> last)
                        .orElse(null);
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        if (difference != null) {
            blocks.add(new Note(Note.HEADLINE, headline(null, null, difference, OptionalLong.empty(), true)));
            addTo(blocks, findings, TotalsTable.of(null, null, difference), difference);
            DiffFindings.ofNmt(findings, difference);
        }
        return section(blocks, findings);
    }

    private static void addTo(
            List<Block> blocks, List<Finding> findings, Table totals, @Nullable NmtReport difference) {
        if (!totals.rows().isEmpty()) {
            blocks.add(totals);
        }
        if (difference != null) {
            blocks.add(ChangeTables.categories(difference));
            ChangeTables.sites(difference).ifPresent(blocks::add);
            DiffFindings.rounding(findings, difference);
        }
    }

    /**
     * The sentences of the headline, the most important first; of live objects where neither resident
     * memory nor NMT is on both sides; empty where these are not either.
     *
     * @param difference of the NMT reports, or null
     * @param noiseBytes how far resident memory moves by itself within one side, or empty
     * @param oneProcess whether both are of one process; two do not grow into each other
     */
    private static List<String> headline(
            @Nullable MemoryState before,
            @Nullable MemoryState after,
            @Nullable NmtReport difference,
            OptionalLong noiseBytes,
            boolean oneProcess) {
        List<String> sentences = new ArrayList<>();
        Quantity is = after == null ? Quantity.unknown("") : after.residentBytes();
        Quantity grown = before == null ? Quantity.unknown("") : is.minus(before.residentBytes());
        List<String> parts = new ArrayList<>();
        if (grown.isKnown()) {
            parts.add("resident memory " + moved(grown.known(), is.known(), oneProcess));
        }
        if (difference != null) {
            Amount committed = difference.total().committed();
            parts.add("committed memory (NMT) " + moved(committed.deltaBytes(), committed.bytes(), oneProcess)
                    + largest(difference, oneProcess));
        }
        if (parts.isEmpty() && before != null && after != null) {
            Quantity live = after.liveBytes();
            Quantity more = live.minus(before.liveBytes());
            if (more.isKnown()) {
                parts.add("memory of live objects " + moved(more.known(), live.known(), oneProcess));
            }
        }
        if (!parts.isEmpty()) {
            String verdict = String.join("; ", parts) + ".";
            sentences.add(Character.toUpperCase(verdict.charAt(0)) + verdict.substring(1));
        }
        if (!oneProcess && !parts.isEmpty()) {
            sentences.add(
                    "These are the last values of two processes, which are no growth: they depend on how long each ran"
                            + " and on its load.");
        } else if (grown.isKnown() && noiseBytes.isPresent()) {
            long noise = noiseBytes.getAsLong();
            sentences.add("Between the snapshots of one side, resident memory varied by up to " + Amounts.bytes(noise)
                    + "; the difference is "
                    + (Math.abs(grown.known()) > noise ? "larger." : "not larger, so it is not significant."));
        }
        return sentences;
    }

    private static String moved(long change, long bytes, boolean oneProcess) {
        return change == 0
                ? "is unchanged, at " + Amounts.bytes(bytes)
                : moved(change, oneProcess) + (oneProcess ? ", to " : ", at ") + Amounts.bytes(bytes);
    }

    private static String moved(long change, boolean oneProcess) {
        String amount = Amounts.bytes(Math.abs(change));
        return oneProcess
                ? (change > 0 ? "grew by " : "shrank by ") + amount
                : "is " + amount + (change > 0 ? " larger" : " smaller");
    }

    private static String largest(NmtReport difference, boolean oneProcess) {
        return ChangeTables.changed(difference).stream()
                .filter(category -> DiffFindings.change(category) != 0)
                .findFirst()
                .map(category -> "; of NMT's categories, " + category.name()
                        + (oneProcess ? " changed most: it " : " differs most: it ")
                        + moved(DiffFindings.change(category), oneProcess))
                .orElse("");
    }

    /** That objects of one side have other headers, so that they differ in size and not in number. */
    private static Optional<String> headers(MemoryState before, MemoryState after) {
        ObjectHeaders first = ObjectHeaders.of(before.histogram());
        ObjectHeaders last = ObjectHeaders.of(after.histogram());
        if (first == last || first == ObjectHeaders.UNKNOWN || last == ObjectHeaders.UNKNOWN) {
            return Optional.empty();
        }
        return Optional.of("The JVM " + (last == ObjectHeaders.COMPACT ? "after" : "before")
                + " has compact object headers (-XX:+UseCompactObjectHeaders, the default from JDK 27 on), the other one does"
                + " not: the same objects take up to 8 bytes less each there, so compare their numbers.");
    }

    /** Which defaults may be why the heap differs, where its size at the beginning is not set. */
    private static Optional<String> heapDefaults(MemoryState before, MemoryState after, NmtReport difference) {
        NmtCategory heap = difference.category(NmtCategory.JAVA_HEAP);
        if (heap == null
                || Math.abs(DiffFindings.change(heap))
                        <= ProcessGrowth.noise(heap.usage().committed().bytes())) {
            return Optional.empty();
        }
        List<ChangedDefault> changed = ChangedDefault.between(before.feature(), after.feature(), Bears.ON_HEAP).stream()
                .filter(one -> one == ChangedDefault.INITIAL_HEAP
                        ? !before.setsInitialHeap() || !after.setsInitialHeap()
                        : mayRunG1(before) && mayRunG1(after))
                .toList();
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of("Defaults that changed between the JDKs may be why the committed heap differs: "
                        + changed.stream().map(ChangedDefault::words).collect(Collectors.joining("; ")) + ".");
    }

    private static boolean mayRunG1(MemoryState state) {
        return state.collector().isEmpty() || state.collector().equals("G1");
    }

    /** That one side has the collector that the other would have on the same JDK. */
    private static Optional<String> collectorDefaults(MemoryState before, MemoryState after) {
        String first = before.collector();
        String last = after.collector();
        boolean older = before.feature() < after.feature();
        return (older ? first : last).equals("Serial") && (older ? last : first).equals("G1")
                ? ChangedDefault.between(before.feature(), after.feature(), Bears.ON_COLLECTOR).stream()
                        .findFirst()
                        .map(one -> "The collector was " + first + " before and is " + last
                                + " after, which may be a default: " + one.words() + ".")
                : Optional.empty();
    }

    private static String words(MemoryState state) {
        StringBuilder words = new StringBuilder(state.name());
        if (state.pid() > 0) {
            words.append(", process ").append(state.pid());
        }
        if (state.jdk() != null) {
            words.append(", JDK ").append(state.jdk());
        }
        if (state.time() != null) {
            words.append(", ").append(state.time());
        }
        return words.toString();
    }

    private static Section section(List<Block> blocks, List<Finding> findings) {
        return new Section("memoryChange", "Memory changes", blocks, findings);
    }
}
