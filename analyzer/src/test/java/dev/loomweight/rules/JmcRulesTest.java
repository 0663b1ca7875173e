package dev.loomweight.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IResultValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit.EventAvailability;

class JmcRulesTest {

    @TempDir
    private Path folder;

    private final Locale locale = Locale.getDefault();

    // Mission Control has its texts in the language of the JVM.
    @BeforeEach
    void speakEnglish() {
        Locale.setDefault(Locale.ENGLISH);
    }

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(locale);
    }

    // Each of the four threads was blocked once.
    @Test
    void aRuleOnThreadsIsWrongAboutVirtualOnesAndSaysSo() {
        Section section = rules(Recordings.of(21, Scene.MONITORS));

        Finding blocking = finding(section, "jmcJavaBlocking");
        assertThat(blocking.severity()).isEqualTo(Severity.WARNING);
        assertThat(blocking.summary())
                .startsWith("Java Blocking: Threads in the application were blocked on locks for a total of");
        assertThat(blocking.explanation())
                .startsWith("Mission Control treats all virtual threads as one thread")
                .containsPattern("most blocking thread was 'waiter-\\d', which was blocked 4 times")
                .doesNotContain("{", "''", "\n");
        assertThat(section.title()).isEqualTo("JDK Mission Control's rules");
        assertThat(note(section, "virtualThreads").sentences())
                .singleElement()
                .asString()
                .startsWith("The recording has 4 virtual threads")
                .endsWith("say about threads: Java Blocking.");
    }

    @Test
    void everyRuleIsCountedOnce() {
        Section section = rules(Recordings.of(21, Scene.MONITORS));
        List<Cell> counts = table(section, "rules").rows().getFirst().cells();

        long sum = counts.stream()
                .filter(Cell.Count.class::isInstance)
                .mapToLong(cell -> ((Cell.Count) cell).value())
                .sum();
        assertThat(sum).isEqualTo(RuleRegistry.getRules().size());
        assertThat(counts.get(1))
                .isEqualTo(Cell.count(section.findings().stream()
                        .filter(finding -> finding.severity() == Severity.WARNING)
                        .count()));
        assertThat(counts.get(3))
                .isEqualTo(Cell.count(table(section, "fine").rows().size()));
        assertThat(table(section, "fine").rows())
                .extracting(row -> row.cells().getFirst())
                .contains(Cell.text("Stackdepth Setting"));
    }

    @Test
    void withoutVirtualThreadsNothingIsSaidOfThem() {
        Section section = rules(Recordings.unknown());

        assertThat(section.blocks()).extracting(Block::id).doesNotContain("virtualThreads", "notes");
    }

    // The variety of JDK 21 has events of most rules.
    @Test
    void noTextHasAPlaceholderOrHtml() {
        Section section = rules(Recordings.variety(21));

        assertThat(section.findings()).isNotEmpty();
        assertThat(section.findings()).allSatisfy(finding -> {
            assertThat(finding.id()).startsWith("jmc");
            assertThat(finding.summary() + finding.explanation() + finding.solution())
                    .doesNotContain("<p>", "<li>", "&lt;", "\n")
                    .doesNotContainPattern("\\{[a-z]");
        });
    }

    @Test
    void severalRecordingsAreToldApart() {
        Path first = Recordings.of(21, Scene.MONITORS);
        Path second = Recordings.of(25, Scene.PINS);
        Section section = rules(first, second);

        assertThat(table(section, "rules").rows())
                .extracting(row -> row.cells().getFirst())
                .containsExactly(Cell.text(first.toString()), Cell.text(second.toString()));
        assertThat(finding(section, "jmcJavaBlocking").summary()).startsWith(first + ": Java Blocking: ");
        assertThat(table(section, "fine").columns())
                .extracting(Table.Column::id)
                .startsWith("recording");
        assertThat(note(section, "virtualThreads").sentences()).hasSize(2);
    }

    @Test
    void aRecordingThatCannotBeReadIsANoteAndTheRestStands() throws IOException {
        byte[] broken = Files.readAllBytes(Recordings.of(25, Scene.PINS));
        broken[(int) ByteBuffer.wrap(broken).getLong(16) + 4] = 77;
        Path damaged = Files.write(folder.resolve("damaged.jfr"), broken);
        Section section = rules(damaged, folder.resolve("none.jfr"), Recordings.of(21, Scene.MONITORS));

        assertThat(table(section, "rules").rows()).hasSize(1);
        assertThat(section.findings()).isNotEmpty();
        assertThat(note(section, "notes").sentences()).hasSize(2);
        assertThat(note(section, "notes").sentences().getFirst())
                .startsWith(damaged + ": Mission Control cannot read this recording: it failed with ");
        assertThat(note(section, "notes").sentences().getLast()).contains("none.jfr", "NoSuchFileException");
    }

    @Test
    void whatWasKeptFromItIsSaid() throws IOException {
        byte[] whole = Files.readAllBytes(Recordings.of(21, Scene.MONITORS));
        byte[] cut = Arrays.copyOf(whole, 2 * whole.length - 1000);
        System.arraycopy(whole, 0, cut, whole.length, whole.length - 1000);
        Section section = rules(Files.write(folder.resolve("cut.jfr"), cut));

        assertThat(finding(section, "jmcJavaBlocking").explanation()).contains("blocked 4 times");
        assertThat(note(section, "notes").sentences())
                .singleElement()
                .asString()
                .contains("so " + (whole.length - 1000) + " bytes were not passed to it");
    }

    @Test
    void aRuleThatFailsIsANoteAndTheOthersStand() {
        List<IRule> rules = new ArrayList<>(RuleRegistry.getRules());
        rules.add(new Failing());
        Section section = JmcRules.of(List.of(source(Recordings.of(21, Scene.MONITORS))), rules);

        assertThat(note(section, "notes").sentences())
                .singleElement()
                .asString()
                .contains("The rule \"Always fails\" failed with java.lang.IllegalStateException: as it says.");
        assertThat(finding(section, "jmcJavaBlocking").summary()).isNotEmpty();
        assertThat(table(section, "rules").rows().getFirst().cells().getLast()).isEqualTo(Cell.count(1));
    }

    @Test
    void withoutRecordingsThereIsNothingToRunOver() {
        Section section = rules();

        assertThat(section.findings()).isEmpty();
        assertThat(note(section, "notes").sentences())
                .singleElement()
                .asString()
                .contains("None of the inputs is a recording");
    }

    @Test
    void nothingIsPrinted() {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream listening = new PrintStream(said, true, StandardCharsets.UTF_8);
        System.setOut(listening);
        System.setErr(listening);
        try {
            rules(Recordings.variety(25));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private static Section rules(Path... files) {
        return JmcRules.of(Arrays.stream(files).map(JmcRulesTest::source).toList());
    }

    private static RecordingSource source(Path file) {
        return RecordingSource.of(file, ReaderChoice.AUTO);
    }

    private static Finding finding(Section section, String id) {
        return section.findings().stream()
                .filter(finding -> finding.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Table table(Section section, String id) {
        return (Table) block(section, id);
    }

    private static Note note(Section section, String id) {
        return (Note) block(section, id);
    }

    private static Block block(Section section, String id) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static final class Failing implements IRule {

        @Override
        public String getId() {
            return "AlwaysFails";
        }

        @Override
        public String getTopic() {
            return "failures";
        }

        @Override
        public String getName() {
            return "Always fails";
        }

        @Override
        public Map<String, EventAvailability> getRequiredEvents() {
            return Map.of();
        }

        @Override
        public RunnableFuture<IResult> createEvaluation(
                IItemCollection items, IPreferenceValueProvider preferences, IResultValueProvider results) {
            return new FutureTask<>(() -> {
                throw new IllegalStateException("as it says");
            });
        }

        @Override
        public Collection<TypedPreference<?>> getConfigurationAttributes() {
            return List.of();
        }

        @Override
        public Collection<TypedResult<?>> getResults() {
            return List.of();
        }
    }
}
