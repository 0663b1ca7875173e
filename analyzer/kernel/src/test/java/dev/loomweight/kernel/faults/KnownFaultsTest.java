package dev.loomweight.kernel.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.kernel.faults.Fault.Proof;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The list of known faults, and files of users in its form. */
class KnownFaultsTest {

    private static final String ENTRY = """
            {"id": "ACME-1", "subject": "hang", "summary": "a queue is not woken", "read": "2026-11-28",
             "sources": ["https://acme.example/1"],
             "jdk": [{"from": "25", "fixed": "25.0.9", "vendors": {"Acme": "25.0.5"}}, {"from": "26", "last": "26.0.1"}],
             "signature": {"verdict": ["lostWakeup"], "threads": ["virtual"]},
             "confirm": [{"fact": "lock", "is": ["free"], "see": "a heap dump shows the lock"}],
             "excludes": {"debugger": ["yes"]},
             "remedy": "Wait with a time.", "proof": {"reason": "it is Acme's"}}
            """;

    @TempDir
    private Path folder;

    static List<Fault> all() {
        return KnownFaults.own().all();
    }

    private static Fault fault() {
        return FaultFile.parse("{\"faults\": [" + ENTRY + "]}", "own.json").getFirst();
    }

    private static Facts facts() {
        return new Facts().with(Fact.VERDICT, "lostWakeup").with(Fact.THREADS, "virtual");
    }

    @Test
    void theListHasFaultsOfJdksAndOfLibraries() {
        assertThat(all()).filteredOn(fault -> fault.affects().library() == null).hasSizeGreaterThanOrEqualTo(6);
        assertThat(KnownFaults.own().libraries()).hasSizeGreaterThanOrEqualTo(10);
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyFaultHasSourcesAndAProof(Fault fault) {
        assertThat(fault.sources().addresses()).isNotEmpty().allMatch(source -> source.startsWith("https://"));
        assertThat(fault.summary()).doesNotEndWith(".");
        assertThat(fault.proof())
                .containsAnyOf(
                        Map.entry(Proof.SHOWN, fault.proof().getOrDefault(Proof.SHOWN, "")),
                        Map.entry(Proof.REASON, fault.proof().getOrDefault(Proof.REASON, "")));
    }

    /** What nobody has seen here is never called certain. */
    @ParameterizedTest
    @MethodSource("all")
    void onlyWhatWasRunIsCertain(Fault fault) {
        if (fault.affects().library() == null
                && fault.subject().equals(KnownFaults.HANG)
                && fault.signs().certain()) {
            assertThat(fault.proof()).containsKeys(Proof.PROGRAM, Proof.SHOWN);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theProgramsOfProofsExist(Fault fault) {
        String program = fault.proof().get(Proof.PROGRAM);
        if (program != null) {
            Path samples = Path.of("../../samples/src/main/java/dev/loomweight/samples");
            assertThat(List.of("faults", "gallery"))
                    .anyMatch(room -> Files.exists(samples.resolve(room).resolve(program + ".java")));
        }
    }

    /** A signature without a fact about the process would be the build alone. */
    @ParameterizedTest
    @MethodSource("all")
    void noFaultOfAJdkIsRecognizedByItsBuildAlone(Fault fault) {
        if (fault.affects().library() == null) {
            assertThat(fault.signs().signature()).isNotEmpty();
            assertThat(fault.match(new Facts(), Build.of("25.0.2"))).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0} of {1}: {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                "24.0.2,        '',   -",
                "25,            '',   true",
                "25.0.4+7-LTS,  '',   true",
                "25.0.5,        '',   false",
                "25.0.5,        Acme, -",
                "25.0.5,        Else, true",
                "25.0.9,        '',   -",
                "26,            '',   true",
                "26.0.2,        '',   false",
                "27,            '',   -",
                "'',            '',   false",
                "internal,      '',   false"
            })
    void aFaultIsCertainOnBuildsThatHaveIt(String version, String vendor, Boolean certain) {
        Facts facts = facts().with(Fact.LOCK, "free");

        assertThat(fault().match(facts, new Build(version, vendor))
                        .map(Match::certain)
                        .orElse(null))
                .isEqualTo(certain);
    }

    @Test
    void aMissingFactLeavesItOpenAndSaysHowToSeeIt() {
        assertThat(fault().match(facts(), Build.of("25.0.2"))).hasValueSatisfying(match -> {
            assertThat(match.certain()).isFalse();
            assertThat(match.missing()).containsExactly("a heap dump shows the lock");
        });
    }

    @Test
    void aFactThatContradictsOrExcludesEndsIt() {
        Build build = Build.of("25.0.2");
        assertThat(fault().match(facts().with(Fact.LOCK, "held"), build)).isEmpty();
        assertThat(fault().match(facts().with(Fact.LOCK, "free").with(Fact.DEBUGGER, "yes"), build))
                .isEmpty();
        assertThat(fault().match(new Facts().with(Fact.VERDICT, "lostWakeup"), build))
                .isEmpty();
    }

    @Test
    void entriesOfAFileReplaceThoseOfTheSameId() throws IOException {
        Path file = Files.writeString(
                folder.resolve("own.json"),
                "{\"faults\": [" + ENTRY.replace("ACME-1", "JDK-8369227") + "," + ENTRY + "]}");

        KnownFaults both = KnownFaults.own().with(file);

        assertThat(both.all()).hasSize(all().size() + 1);
        assertThat(both.all())
                .filteredOn(fault -> fault.id().equals("JDK-8369227"))
                .singleElement()
                .extracting(Fault::summary)
                .isEqualTo("a queue is not woken");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"summary\"         | \"sumary\"         | unknown key 'sumary'",
                "\"lock\"            | \"look\"           | unknown fact 'look'",
                "\"hang\"            | \"hangs\"          | unknown subject 'hangs'",
                "2026-11-28          | yesterday          | invalid date 'yesterday'",
                "\"reason\"          | \"program\"        | proof needs",
                "\"https://acme.example/1\" | ''          | has no source",
                "\"signature\": {\"verdict\": [\"lostWakeup\"], \"threads\": [\"virtual\"]} | \"signature\": {} | needs a signature",
            })
    void whatIsMisspeltIsAnError(String from, String to, String message) {
        assertThatThrownBy(() -> FaultFile.parse("{\"faults\": [" + ENTRY.replace(from, to) + "]}", "own.json"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("own.json, entry 1 (ACME-1)")
                .hasMessageContaining(message);
    }

    /** Only a monitor of a library is its own signature: a growth or a hang is not a fault because a library is there. */
    @ParameterizedTest
    @CsvSource({"hang", "memory", "crash"})
    void aLibraryAloneIsNoSignature(String subject) {
        String entry = ENTRY.replace("\"jdk\"", "\"ofJdk\"")
                .replaceFirst(
                        "\"ofJdk\": .*]",
                        "\"library\": {\"name\": \"Acme\", \"packages\": [\"com.acme.\"],"
                                + " \"artifacts\": [\"acme\"], \"fixed\": \"2.0\"}")
                .replace("\"hang\"", "\"" + subject + "\"")
                .replaceFirst("\"signature\": .*]},", "");

        assertThatThrownBy(() -> FaultFile.parse("{\"faults\": [" + entry + "]}", "own.json"))
                .hasMessageContaining("needs a signature");
    }

    /** A library that makes memory grow is none of those that pin. */
    @Test
    void onlyLibrariesThatPinAreKnownByName() {
        assertThat(KnownFaults.own().libraries()).extracting(Library::name).doesNotContain("jackson-core");
        assertThat(KnownFaults.own().libraryOf("com.fasterxml.jackson.core.JsonFactory"))
                .isNull();
    }

    @Test
    void aFindingSaysOfWhichFaultItIsAndHowSurely() {
        Match match = fault().match(facts(), Build.of("25.0.2")).orElseThrow();
        Match certain = fault().match(facts().with(Fact.LOCK, "free"), Build.of("25.0.2"))
                .orElseThrow();

        assertThat(FaultFindings.said(List.of(
                        FaultFindings.of(match, "This hang"),
                        new Finding("lostWakeup", Severity.PROBLEM, "x is the known fault y: z", "", ""),
                        FaultFindings.of(certain, "This hang (lost wake-up of \"a: b\")"))))
                .containsExactly(new FaultFindings.Said("ACME-1", false), new FaultFindings.Said("ACME-1", true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[]", "{", "''", "{\"faults\": 1}", "{\"faults\": [1]}", "{}"})
    void whatIsNoListIsAnErrorOfTheUsers(String text) {
        assertThatThrownBy(() -> FaultFile.parse(text, "own.json"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("own.json");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "org.postgresql.Driver,      42.5.4, true",
                "org.postgresql.Driver,      42.6.0, -",
                "org.postgresql.Driver,      '',     false",
                "com.zaxxer.hikari.Pool,     7.0.2,  true",
                "redis.clients.jedis.Client, 4.4.3,  false",
            })
    void aLibrarysFaultDependsOnItsVersion(String type, String version, Boolean certain) {
        Library library = Objects.requireNonNull(KnownFaults.own().libraryOf(type));

        Match match = KnownFaults.own().match(library, version);
        assertThat(match == null ? null : match.certain()).isEqualTo(certain);
    }
}
