package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.FaultCount;
import dev.loomweight.kernel.faults.FaultList;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which services have which known fault. Nothing is said where none is recognized: most recordings cannot show one. */
final class FleetFaults {

    private static final int TOP = 20;
    private static final int MAX_NAMED = 3;

    private static final Rows<Of> FAULTS = Rows.of(Of.class)
            .text("fault", "Fault", Of::fault)
            .count("certain", "Is, in", of -> of.count.certain())
            .count("possible", "May be, in", of -> of.count.possible())
            .brief("fault", "certain", "possible")
            .top(TOP);

    private final FleetView view;

    FleetFaults(FleetView view) {
        this.view = view;
    }

    /** A fault in the recordings of one set of labels. */
    private record Of(Labels unit, String fault, FaultCount count) {}

    Section section() {
        List<Of> found = new ArrayList<>();
        view.units().forEach((unit, sums) -> sums.faults().forEach((id, count) -> found.add(new Of(unit, id, count))));
        found.sort(Comparator.comparing((Of of) -> of.count.certain(), Comparator.reverseOrder())
                .thenComparing(of -> of.count.possible(), Comparator.reverseOrder())
                .thenComparing(Of::fault)
                .thenComparing(Of::unit));
        List<Block> blocks = new ArrayList<>();
        if (!found.isEmpty()) {
            blocks.add(Note.of(Note.HEADLINE, sentence(found)));
            Rows<Of> rows = FAULTS;
            for (String label : view.by()) {
                rows = rows.text(label, FleetView.capital(label), of -> of.unit.get(label));
            }
            blocks.add(rows.table(
                    "knownFaults",
                    "",
                    found,
                    List.of("Numbers of recordings. \"loomweight faults\" lists the faults, and of one recording says"
                            + " what is missing where it only may be one.")));
        }
        return new Section(FaultList.ID, FaultList.TITLE, blocks, List.of());
    }

    private static String sentence(List<Of> found) {
        Set<String> certain = new TreeSet<>();
        Set<String> possible = new TreeSet<>();
        found.forEach(of -> (of.count.certain() > 0 ? certain : possible).add(of.fault));
        possible.removeAll(certain);
        List<String> parts = new ArrayList<>();
        if (!certain.isEmpty()) {
            parts.add(Amounts.count(certain.size(), "known fault is", "known faults are") + " recognized: "
                    + names(certain));
        }
        if (!possible.isEmpty()) {
            parts.add(Amounts.count(possible.size(), "known fault") + " may be there: " + names(possible));
        }
        return String.join("; ", parts) + ".";
    }

    private static String names(Set<String> faults) {
        return Amounts.names(List.copyOf(faults), faults.size(), MAX_NAMED);
    }
}
