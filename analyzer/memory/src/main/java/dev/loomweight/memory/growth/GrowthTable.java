package dev.loomweight.memory.growth;

import dev.loomweight.memory.Place;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The places of a process by growth, the largest first; what has no row of its own has one together, so that the rows sum. */
final class GrowthTable {

    /** Of the noise, this share is not worth a row. */
    private static final long SHARE_OF_NOISE = 8;

    private final ProcessGrowth growth;
    private final Rates rates;
    private final boolean timed;
    private final boolean fitted;

    private GrowthTable(ProcessGrowth growth) {
        this.growth = growth;
        this.rates = Rates.of(growth.total().window());
        this.timed = growth.total().slope().isPresent();
        this.fitted = growth.total().values().size() > 2;
    }

    /**
     * The table.
     *
     * @param first the heading of the earlier amounts
     * @param last the heading of the later ones
     */
    static Table of(String id, String title, ProcessGrowth growth, String first, String last) {
        return new GrowthTable(growth).table(id, title, first, last);
    }

    private Table table(String id, String title, String first, String last) {
        List<Line> lines = new ArrayList<>();
        int same = 0;
        long restFirst = growth.total().first();
        long restLast = growth.total().last();
        for (Grown one : growth.places()) {
            if (Math.abs(one.course().change()) * SHARE_OF_NOISE < growth.noise()) {
                same++;
                continue;
            }
            lines.add(new Line(one.place().label(), one.course(), one.trend()));
            if (!isCountedTwice(one.place())) {
                restFirst -= one.course().first();
                restLast -= one.course().last();
            }
        }
        if (restFirst != 0 || restLast != 0) {
            lines.add(new Line(
                    growth.source() == ProcessGrowth.Source.RECORDING
                            ? "the rest, which the recording does not divide"
                            : "other places (" + same + ")",
                    new Course(List.of(), List.of(restFirst, restLast)),
                    Course.Trend.SAME));
        }
        return Rows.of(Line.class)
                .text("place", "", Line::label)
                .bytes("first", first, line -> line.course.first())
                .bytes("last", last, line -> line.course.last())
                .bytes("growth", "growth", line -> line.course.change())
                .bar()
                .when(
                        timed,
                        rows -> rows.column(
                                "growth" + rates.key(),
                                "per " + rates.unit(),
                                line -> rate(line.course.slope().map(Course.Slope::perSecond))))
                .when(
                        timed && fitted,
                        rows -> rows.column(
                                "error" + rates.key(),
                                "± (95 %)",
                                line -> rate(line.course
                                        .slope()
                                        .map(Course.Slope::halfWidth)
                                        .filter(Double::isFinite))))
                .text("course", "course", line -> line.trend.label())
                .totals(List.of(new Line(
                        growth.source().label(), growth.total(), growth.total().trend(growth.noise()))))
                .table(id, title, lines, notes(same));
    }

    private record Line(String label, Course course, Course.Trend trend) {}

    private Cell rate(Optional<Double> perSecond) {
        return perSecond.map(bytes -> Cell.bytes(rates.bytes(bytes))).orElse(Rows.NONE);
    }

    private String addUp() {
        return "The rows add up to resident memory"
                + (isCountedTwice(Place.HEAP)
                        ? ", without the row of live objects, which the row of the heap includes. "
                        : ". ");
    }

    /** Whether a row is a part of another one: the heap after collections, next to all of the heap. */
    private boolean isCountedTwice(Place place) {
        return place == Place.HEAP && has(Place.HEAP) && has(Place.HEAP_RESIDENT);
    }

    private boolean has(Place place) {
        return growth.places().stream().anyMatch(one -> one.place() == place);
    }

    private List<String> notes(int same) {
        List<String> notes = new ArrayList<>();
        if (growth.source() == ProcessGrowth.Source.RESIDENT) {
            notes.add(
                    addUp()
                            + "Mappings count as resident, malloc as allocated and touched, live objects by the class histogram.");
        } else if (growth.source() == ProcessGrowth.Source.RESIDENT_AS_COMMITTED) {
            notes.add(addUp()
                    + "Not every snapshot has smaps and System.map, so mappings count as committed (NMT), and the heap by its"
                    + " highest use up to then, as far as it is still committed.");
        } else if (!growth.isOfSnapshots()) {
            notes.add(
                    "From a recording, which has no malloc of native code, no mappings and no stacks, and of the heap what"
                            + " collections left.");
        }
        if (growth.places().stream()
                .anyMatch(one -> one.course().first() < 0 || one.course().last() < 0)) {
            notes.add("A negative amount is memory that was allocated and not touched.");
        }
        notes.add("A change of " + Amounts.bytes(growth.noise()) + " or less is not counted as growth"
                + (same == 0
                        ? "."
                        : "; what changed by less than " + Amounts.bytes(growth.noise() / SHARE_OF_NOISE)
                                + " is in one row."));
        if (growth.leftOut() > 0) {
            notes.add(Amounts.count(growth.leftOut(), "snapshot is", "snapshots are")
                    + " left out, without the texts that divide the others (smaps, System.map, NMT).");
        }
        int moments = growth.total().values().size();
        if (fitted && timed) {
            notes.add("Slopes are least squares over "
                    + (growth.isOfSnapshots() ? moments + " snapshots" : "the values of the recording")
                    + ", with half of the 95 % confidence interval.");
        } else if (!fitted) {
            notes.add("Two snapshots give differences: they have no error, and do not show whether growth goes on.");
        }
        return notes;
    }
}
