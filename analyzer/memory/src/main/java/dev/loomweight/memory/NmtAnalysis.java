package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Each NMT report by category, with the stacks, and the largest call sites of a report in detail. */
public final class NmtAnalysis implements Analysis<Texts<NmtReport>, List<NmtReading>> {

    private static final int TOP_SITES = 10;

    /** The analysis, ready to be run. */
    public NmtAnalysis() {}

    @Override
    public String id() {
        return "nmt";
    }

    @Override
    public Fold<Texts<NmtReport>> fold() {
        return Texts.NMT_REPORTS;
    }

    @Override
    public List<NmtReading> read(Texts<NmtReport> all, Coverage coverage) {
        return all.inOrder().stream().map(NmtReading::of).toList();
    }

    @Override
    public Section say(List<NmtReading> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (NmtReading one : all) {
            number++;
            Among among = Among.numbered(one.title(), number);
            blocks.add(table(among, one));
            sites(among, one).ifPresent(blocks::add);
            unknownLines(findings, one.title(), one.unknownLines());
        }
        return new Section(id(), "Native memory (NMT)", blocks, findings);
    }

    private static void unknownLines(List<Finding> findings, String title, List<String> unknown) {
        if (!unknown.isEmpty()) {
            findings.add(new Finding(
                            "nmtUnknownLines",
                            Severity.WARNING,
                            unknown.size() + (unknown.size() == 1 ? " line of " : " lines of ") + title
                                    + " could not be parsed; the first is \"" + unknown.getFirst() + "\".",
                            "A newer or changed JDK prints them; no figure above counts them.",
                            "Please attach the output to an issue.")
                    .ofInputs());
        }
    }

    /**
     * A category, a part of one, or all of them.
     *
     * @param malloc of it; null where it has none, or the report does not say
     * @param mmap likewise
     */
    private record Line(
            Role role,
            String name,
            NmtUsage usage,
            @Nullable Amount malloc,
            @Nullable Amount mmap) {}

    /** An NMT report as a table, the largest category first; a diff with the change since the baseline. */
    private static Table table(Among among, NmtReading reading) {
        NmtReport report = reading.report();
        long whole = report.total().committed().bytes();
        List<Line> lines = new ArrayList<>();
        reading.categories().forEach(category -> {
            lines.add(line(Role.PLAIN, category.name(), category.usage(), category.malloc(), category.mmap()));
            NmtUsage stack = category.stack();
            if (stack != null) {
                lines.add(new Line(Role.PART, "stacks", stack, null, null));
            }
        });
        NmtReading.rest(report)
                .ifPresent(rest -> lines.add(new Line(
                        Role.PLAIN,
                        rest.committed().bytes() < 0 ? "more than the total" : "not in the text",
                        rest,
                        null,
                        null)));
        lines.add(line(Role.TOTAL, "total", report.total(), report.malloc(), report.mmap()));
        return Rows.of(Line.class)
                .roles(Line::role)
                .text("category", "category", Line::name)
                .column("reserved", "reserved", line -> bytes(reserved(line.usage)))
                .when(
                        report.diff(),
                        rows -> rows.bytes(
                                "reservedChange",
                                "change",
                                line -> line.usage.reserved().deltaBytes()))
                .bytes("committed", "committed", line -> line.usage.committed().bytes())
                .when(
                        report.diff(),
                        rows -> rows.bytes(
                                        "committedChange",
                                        "change",
                                        line -> line.usage.committed().deltaBytes())
                                .bar())
                .when(
                        !report.diff(),
                        rows -> rows.column("malloc", "malloc", line -> bytes(line.malloc))
                                .column("mmap", "mmap", line -> bytes(line.mmap))
                                .ratio(
                                        "share",
                                        "of committed",
                                        line -> (double) line.usage.committed().bytes() / whole)
                                .where(line -> whole != 0)
                                .bar())
                .table(among.id("categories"), among.subject(), lines, footnotes(report));
    }

    private static @Nullable Amount reserved(NmtUsage usage) {
        return usage.isReservedKnown() ? usage.reserved() : null;
    }

    private static Line line(
            Role role, String name, NmtUsage usage, @Nullable NmtMalloc malloc, @Nullable NmtUsage mmap) {
        return new Line(
                role, name, usage, malloc == null ? null : malloc.amount(), mmap == null ? null : mmap.committed());
    }

    private static Cell bytes(@Nullable Amount amount) {
        return amount == null ? Rows.NONE : Cell.bytes(amount.bytes());
    }

    /** The native call sites of a detail report that hold the most, or of a detail diff that changed most. */
    private static Optional<Table> sites(Among among, NmtReading reading) {
        NmtReport report = reading.report();
        return Rows.of(Site.class)
                .text(
                        "site",
                        "call site",
                        site -> site.frames().isEmpty()
                                ? "(no frames)"
                                : site.frames().getFirst())
                .text("category", "category", Site::category)
                .column("blocks", "blocks", site -> {
                    NmtMalloc malloc = site.malloc();
                    return malloc == null || malloc.count() < 0 ? Rows.NONE : Cell.count(malloc.count());
                })
                .bytes("held", "holds", site -> NmtReading.held(site).bytes())
                .when(
                        report.diff(),
                        rows -> rows.bytes(
                                "change",
                                "change",
                                site -> NmtReading.held(site).deltaBytes()))
                .top(TOP_SITES)
                .some(among.id("sites"), among.words("native call sites"), reading.sites());
    }

    private static List<String> footnotes(NmtReport report) {
        List<String> notes = new ArrayList<>();
        NmtCategory threads = report.category(NmtCategory.THREAD);
        NmtUsage stack = threads == null ? null : threads.stack();
        if (threads != null && stack != null) {
            NmtCategory.Count count = threads.counts().get("threads");
            long guards = report.stackGuardBytes();
            notes.add((count == null ? "Threads" : Amounts.count(count.value()) + " threads")
                    + ": the committed stacks include "
                    + (guards > 0
                            ? Amounts.bytes(guards) + " of guard pages, which are never resident; "
                                    + Amounts.bytes(stack.committed().bytes() - guards) + " are resident."
                            : "16 KB of guard pages for each Java thread, which are never resident."));
        }
        if (report.scale() > 1) {
            notes.add("The JVM rounded the amounts to " + Amounts.bytes(report.scale())
                    + "; use scale=b for exact ones.");
        }
        notes.addAll(report.notes());
        return notes;
    }
}
