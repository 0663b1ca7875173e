package dev.loomweight.experiment;

import dev.loomweight.experiment.weight.PublishedClaims;
import dev.loomweight.program.Machine;
import dev.loomweight.program.PublishedMemory;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.JdkVersions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The page that leads to the pages of all experiments, with what was found of every claim. */
public final class ExperimentIndex {

    private static final String CLAIMS = "claims";
    private static final String MEMORY_CLAIMS = new PublishedClaims().id();

    /** What every verdict begins with, whatever limits it. */
    private static final String HOLDS = "holds";

    /** What is longer is a list of names, which its page has. */
    private static final int LONGEST_AMOUNT = 60;

    private static final String UNDECIDED = "undecided";

    private final List<String> jdks;
    private final Instant when;
    private final List<Page> pages = new ArrayList<>();

    /**
     * An index without pages.
     *
     * @param jdks the versions of the JDKs that run the programs
     * @param when when the first was started
     */
    public ExperimentIndex(List<String> jdks, Instant when) {
        this.jdks = jdks.stream().distinct().sorted(JdkVersions.ORDER).toList();
        this.when = when;
    }

    private record Page(String name, String title, List<Claim> claims) {}

    /** A claim and what was found of it on each JDK. */
    private record Claim(String words, List<Cell> found) {}

    /**
     * Adds a page.
     *
     * @param name the name of its files, without their ending
     * @param report the report on the captures of an experiment
     * @return the report as a page: its title is the experiment and not a path of this machine, and the claims come first
     */
    public Report add(String name, Report report) {
        Report page = page(name, report);
        List<Claim> claims = page.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(block -> block instanceof Table && block.id().equals(CLAIMS))
                .flatMap(block -> claims((Table) block).stream())
                .toList();
        pages.add(new Page(name, page.title(), claims));
        return page;
    }

    /** In a report on threads, the claims come after what the threads weigh. */
    private static Report page(String name, Report report) {
        if (!name.equals(PublishedMemory.NAME)) {
            return new Report(report.command(), report.sections().getFirst().title(), report.sections());
        }
        List<Section> sections = new ArrayList<>(report.sections());
        sections.sort(Comparator.comparing(section -> !section.id().equals(MEMORY_CLAIMS)));
        return new Report(report.command(), name + ": what sleeping threads weigh", sections);
    }

    /** Whether there is no page. */
    public boolean isEmpty() {
        return pages.isEmpty();
    }

    private List<Claim> claims(Table table) {
        return table.rows().stream()
                .map(row -> new Claim(
                        words(row.cells().getFirst()),
                        jdks.stream().map(jdk -> found(table, row, jdk)).toList()))
                .toList();
    }

    private static Cell found(Table table, Row row, String jdk) {
        OptionalInt verdict = column(table, "verdict", jdk);
        OptionalInt measured = column(table, "measured", jdk);
        if (verdict.isEmpty() || measured.isEmpty()) {
            return Cell.absent("not run");
        }
        String words = words(row.cells().get(verdict.getAsInt()));
        Cell what = row.cells().get(measured.getAsInt());
        if (what instanceof Cell.Absent(String why)) {
            return words.isEmpty() ? Cell.absent(why) : Cell.text(why.isEmpty() ? words : words + ": " + why);
        }
        String amount = words(what);
        return Cell.text(amount.length() > LONGEST_AMOUNT ? words : words + " (" + amount + ")");
    }

    /** A column of one JDK; where there is only one, its name is not in the key. */
    private static OptionalInt column(Table table, String kind, String jdk) {
        List<String> keys = List.of(Keys.camel(kind + " jdk " + jdk), kind);
        return IntStream.range(0, table.columns().size())
                .filter(i -> keys.contains(table.columns().get(i).id()))
                .findFirst();
    }

    private static String words(Cell cell) {
        return cell instanceof Cell.Text text ? text.value() : "";
    }

    /**
     * The page.
     *
     * @param ending what the files end in that it leads to, such as {@code .html}
     */
    public Report report(String ending) {
        record Line(Role role, Cell claim, List<Cell> found) {}
        List<Line> lines = new ArrayList<>();
        for (Page page : pages) {
            lines.add(new Line(Role.GROUP, new Cell.Link(page.title(), page.name() + ending), List.of()));
            page.claims().forEach(claim -> lines.add(new Line(Role.PLAIN, Cell.text(claim.words()), claim.found())));
        }
        Rows<Line> rows = Rows.of(Line.class).roles(Line::role).column("claim", "claim", Line::claim);
        for (int i = 0; i < jdks.size(); i++) {
            int of = i;
            rows = rows.column(
                            Keys.camel("verdict jdk " + jdks.get(i)), "JDK " + jdks.get(i), line -> line.found.get(of))
                    .where(line -> !line.found.isEmpty());
        }
        List<Block> blocks = List.of(
                new Note("verdict", sentences()),
                rows.table(CLAIMS, "Claims and verdicts", lines),
                new Note(
                        "reading",
                        "How to read it",
                        List.of(
                                "Each experiment has a page: what was published, how it is measured here, each claim"
                                        + " with its measurement, charts, all figures, and an explanation of the"
                                        + " differences.",
                                "loomweight run all -o DIR writes all of these pages, in Markdown (start with README.md)"
                                        + " and in HTML (start with index.html).",
                                "Times and amounts differ from machine to machine. A claim is judged by the ratio of"
                                        + " figures of the same round, with the median over all rounds and its"
                                        + " deviation.")));
        return new Report(
                "run all",
                "Published claims about virtual threads, measured here",
                List.of(new Section("experiments", "All experiments", blocks, List.of())));
    }

    private List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < jdks.size(); i++) {
            int jdk = i;
            List<String> found = pages.stream()
                    .flatMap(page -> page.claims().stream())
                    .map(claim -> words(claim.found().get(jdk)))
                    .toList();
            long holds = found.stream().filter(words -> words.startsWith(HOLDS)).count();
            long undecided = found.stream()
                    .filter(words -> words.isEmpty() || words.startsWith(UNDECIDED))
                    .count();
            sentences.add(String.format(
                    Locale.ROOT,
                    "JDK %s: claims that hold: %d; that do not hold: %d; undecided: %d.",
                    jdks.get(i),
                    holds,
                    found.size() - holds - undecided,
                    undecided));
        }
        sentences.add("Measured on " + Machine.describe() + ", started "
                + when.truncatedTo(ChronoUnit.MINUTES)
                        .toString()
                        .replace('T', ' ')
                        .replace(":00Z", "") + " UTC.");
        return sentences;
    }
}
