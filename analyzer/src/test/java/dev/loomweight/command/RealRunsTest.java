package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the comparison and the gate say of real runs, whose changes are known: see the README of the folder. */
class RealRunsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "s21-a | s21-b | - | 0",
                "s21-b | s21-a | - | 0",
                "s21-a | s21-cpu1 | - | 0",
                "s21-a | s21-thr | - | 0",
                "s21-thr | s21-b | - | 0",
                "s25-a | s25-half | - | 0",
                "l21-a | l21-b | - | 0",
                "s25-a | s25-renamed | shop.Page.callAll moved from shop.Page.call | 0",
                "s21-b | s21-new | shop.Fresh.call new | 3"
            })
    void onlyWhatWasChangedIsSaid(String before, String after, String claim, int status) throws IOException {
        Path was = recording(before);
        Path is = recording(after);
        assertThat(claims(Diff.compare(was, is).report())).isEqualTo(claim == null ? List.of() : List.of(claim));
        assertThat(gate(was, is)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"s21-a, s21-package", "s21-b, s21-package"})
    void aProgramInAnotherPackageIsTheSame(String before, String after) throws IOException {
        Path was = recording(before);
        Path is = recording(after);
        assertThat(claims(Diff.compare(was, is).report()))
                .hasSizeGreaterThanOrEqualTo(4)
                .allMatch(claim -> claim.startsWith("store.front.") && claim.contains(" moved from shop."));
        assertThat(gate(was, is)).isZero();
    }

    /** What is only in some runs of an unchanged program is no change, and the gate says so of what {@code diff} does. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "s21-a s21-b | s21-cpu1 | - | 0",
                "s21-a s21-b | s21-new | shop.Audit.call gone, shop.Fresh.call new | 3",
                "s21-a s21-b | s21-cpu1 s21-new | - | 0"
            })
    void theGateSaysOfRunsWhatTheComparisonSays(String before, String after, String claim, int status)
            throws IOException {
        List<Path> was = recordings(before);
        List<Path> is = recordings(after);
        Report report =
                Diff.compare(Diff.sides(Options.NONE, was, is), count -> {}).report();
        assertThat(claims(report)).isEqualTo(claim == null ? List.of() : List.of(claim.split(", ")));
        assertThat(gate(was, is)).isEqualTo(status);
        Path saved = folder.resolve("runs.json");
        assertThat(check(was, List.of("--save-baseline", saved.toString()))).isIn(0, 3);
        assertThat(gate(List.of(saved), is)).isEqualTo(status);
    }

    /** Recordings of a build's forked JVMs are one run: a site that is new in one of them is new. */
    @ParameterizedTest
    @CsvSource({"s21-b s21-cpu1, 0", "s21-b s21-new, 3"})
    void againstOneRunAllInputsAreOne(String after, int status) throws IOException {
        List<Path> was = recordings("s21-a");
        List<Path> is = recordings(after);

        assertThat(gate(was, is)).isEqualTo(status);
        Path saved = folder.resolve("run.json");
        assertThat(check(was, List.of("--save-baseline", saved.toString()))).isIn(0, 3);
        assertThat(gate(List.of(saved), is)).isEqualTo(status);
    }

    @Test
    void runsOfDifferentThresholdsAreComparedFromTheHigherOneOn() throws IOException {
        List<Path> was = recordings("s21-a s21-b");
        List<Path> is = recordings("s21-thr s21-cpu1");
        assertThat(claims(Diff.compare(Diff.sides(Options.NONE, was, is), count -> {})
                        .report()))
                .isEmpty();
        assertThat(gate(was, is)).isZero();
    }

    private List<Path> recordings(String names) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String name : names.split(" ", -1)) {
            all.add(recording(name));
        }
        return all;
    }

    private static List<String> claims(Report report) {
        return report.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(block -> block.id().equals("sites") && block instanceof Table)
                .flatMap(block -> ((Table) block).rows().stream())
                .map(row -> ((Cell.Text) row.cells().get(0)).value() + " "
                        + ((Cell.Text) row.cells().get(3)).value())
                .filter(words -> !words.endsWith(" as before") && !words.contains(" perhaps "))
                .toList();
    }

    private static int gate(Path baseline, Path now) {
        return gate(List.of(baseline), List.of(now));
    }

    private static int gate(List<Path> baseline, List<Path> now) {
        return check(
                now,
                baseline.stream()
                        .flatMap(path -> Stream.of("--baseline", path.toString()))
                        .toList());
    }

    private static int check(List<Path> now, List<String> options) {
        List<String> words = new ArrayList<>(List.of("check", "--budget", "pins=0"));
        words.addAll(options);
        now.forEach(path -> words.add(path.toString()));
        return CliRun.run(new StringWriter(), new StringWriter(), words.toArray(String[]::new));
    }

    private Path recording(String name) throws IOException {
        Path file = folder.resolve(name + ".jfr");
        try (InputStream packed = Objects.requireNonNull(getClass().getResourceAsStream("/runs/" + name + ".zip"));
                ZipInputStream zip = new ZipInputStream(packed)) {
            zip.getNextEntry();
            Files.copy(zip, file);
        }
        return file;
    }
}
