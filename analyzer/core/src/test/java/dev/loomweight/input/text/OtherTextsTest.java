package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.Pollers;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The smaller formats, with the figures written out. */
class OtherTextsTest {

    private static TextRead read(TextFormat format, String text) {
        return format.read(new LineCursor(new StringReader(text), "text"));
    }

    @Test
    void histogramWithAndWithoutModules() {
        ClassHistogram histogram = TextFormat.CLASS_HISTOGRAM.only(ClassHistogram.class, new StringReader("""
                        32728:
                         num     #instances         #bytes  class name (module)
                        -------------------------------------------------------
                           1:          9030         407072  [B (java.base@25.0.3)
                           2:             7            700  com.example.Own
                           3:             2             48  [Lcom.example.Own; (own.module@1.0)
                        Total          9039         407820
                        the application goes on
                        """), "text");
        assertThat(histogram)
                .isEqualTo(new ClassHistogram(
                        List.of(
                                new ClassHistogram.Line("[B", "java.base@25.0.3", 9030, 407072),
                                new ClassHistogram.Line("com.example.Own", "", 7, 700),
                                new ClassHistogram.Line("[Lcom.example.Own;", "own.module@1.0", 2, 48)),
                        9039,
                        407820));
    }

    @Test
    void histogramThatIsCutOffHasTheSumsOfItsLines() {
        TextRead read = read(
                TextFormat.CLASS_HISTOGRAM,
                "num #instances #bytes class name\n---\n 1: 2 30 A\n 2: 1 7 B\nwhat is this\n");
        assertThat(read.samples())
                .containsExactly(new ClassHistogram(
                        List.of(new ClassHistogram.Line("A", "", 2, 30), new ClassHistogram.Line("B", "", 1, 7)),
                        3,
                        37));
        assertThat(read.notes())
                .containsExactly(
                        "incomplete: the class histogram ends early after line 5: its last line \"Total\" is missing,"
                                + " so the totals are the sums of the lines",
                        "unknown lines in the class histogram: 1 (\"what is this\")");
    }

    @Test
    void histogramOfOpenJ9HasNoColons() {
        ClassHistogram histogram =
                TextFormat.CLASS_HISTOGRAM.only(ClassHistogram.class, new StringReader("""
                num       object count             total size    class name
                -------------------------------------------------
                    1              5016                401280    java.lang.reflect.Method
                    2             28123                899936    [C
                -------------------------------------------------
                  Total         33139               1301216
                """), "histogram.txt");
        assertThat(histogram)
                .isEqualTo(new ClassHistogram(
                        List.of(
                                new ClassHistogram.Line("java.lang.reflect.Method", "", 5016, 401280),
                                new ClassHistogram.Line("[C", "", 28123, 899936)),
                        33139,
                        1301216));
    }

    @Test
    void histogramWhoseTotalDisagrees() {
        TextRead read = read(TextFormat.CLASS_HISTOGRAM, "num #instances #bytes class name\n 1: 2 30 A\nTotal 5 50\n");
        assertThat(((ClassHistogram) read.samples().get(0)).totalBytes()).isEqualTo(50);
        assertThat(read.notes())
                .containsExactly("incomplete: the class histogram does not add up:"
                        + " its lines have 2 objects and 30 bytes, its total 5 and 50");
    }

    @Test
    void statusHasMemoryInBytes() {
        ProcStatus status = ProcText.parseStatus(
                new StringReader("Name:\tjava: worker\nPid:\t7\nVmRSS:\t   80308 kB\nThreads:\t224\nSigQ:\t1/96551\n"),
                "text");
        assertThat(status.pid()).isEqualTo(7);
        assertThat(status.threads()).isEqualTo(224);
        assertThat(status.bytes()).containsOnly(java.util.Map.entry("VmRSS", 82235392L));
    }

    @Test
    void rollupHasMemoryInBytes() {
        String text = RealTexts.text("25.0.3/platform-proc-smaps_rollup.txt");
        SmapsRollup rollup = TextFormat.SMAPS_ROLLUP.only(SmapsRollup.class, new StringReader(text), "text");
        assertThat(rollup.bytes())
                .hasSize(22)
                .containsEntry("Rss", 80308L << 10)
                .containsEntry("Pss", 78316L << 10);
        assertThat(read(TextFormat.SMAPS_ROLLUP, text + "Shiny: new\n").notes())
                .containsExactly("unknown lines in smaps_rollup: 1 (\"Shiny...\")");
    }

    @Test
    void systemMapNamesStacksAndTakesFilesWithBlanks() {
        String text = """
                from               to                        vsize prot          rss pgsz notes  new  info                    file
                ==================================================================================================================
                0x00007f3387d00000-0x00007f3387d04000        16384 ---p            0 4K   com    x    STACK-26553-my-own-pool -
                0x00007f3387d04000-0x00007f3387e00000      1032192 rw-p        90112 4K   com    x    -                       /srv/my app/a b.so
                0x00007f3387e00000-0x00007f3387e01000 oops

                Number of mappings: 3
                """;
        TextRead read = read(TextFormat.SYSTEM_MAP, text);
        SystemMap map = (SystemMap) read.samples().get(0);
        assertThat(map.mappings())
                .containsExactly(
                        new SystemMap.Mapping(
                                0x7f3387d00000L, 0x7f3387d04000L, 16384, 0, "---p", "STACK-26553-my-own-pool", "-"),
                        new SystemMap.Mapping(
                                0x7f3387d04000L, 0x7f3387e00000L, 1032192, 90112, "rw-p", "-", "/srv/my app/a b.so"));
        assertThat(map.mappings().get(0).threadName()).isEqualTo("my-own-pool");
        assertThat(read.notes())
                .containsExactly(
                        "incomplete: the System.map does not add up: it has 2 mappings and says \"Number of mappings: 3\"",
                        "unknown lines in the System.map: 1 (\"0x00007f3387e00000-0x00007f3387e01000 oops\")");
    }

    @Test
    void schedulerCountsBothKindsOfWaitingThreads() {
        String line = "java.util.concurrent.ForkJoinPool@cb02281[Running, parallelism = 2, size = 5, active = 3,"
                + " running = 1, steals = 200, tasks = 40, submissions = 2, delayed = 200]";
        assertThat(SchedulerText.parse(new StringReader("1672:\n" + line + "\n"), "text"))
                .isEqualTo(new Scheduler(2, 5, 3, 42, line));
        TextRead other = read(TextFormat.VTHREAD_SCHEDULER, line.replace("tasks", "chores"));
        assertThat(other.samples()).isEmpty();
        assertThat(other.notes()).singleElement().asString().startsWith("the scheduler line lacks figures");
    }

    @Test
    void everyParserRefusesWhatIsNotItsKind() {
        List<Runnable> parsers = List.of(
                () -> refuse(TextFormat.CLASS_HISTOGRAM.only(ClassHistogram.class, new StringReader("x"), "f.txt")),
                () -> refuse(TextFormat.SYSTEM_MAP.only(SystemMap.class, new StringReader("x"), "f.txt")),
                () -> refuse(SchedulerText.parse(new StringReader("x"), "f.txt")),
                () -> refuse(ProcText.parseStatus(new StringReader("x"), "f.txt")),
                () -> refuse(TextFormat.SMAPS_ROLLUP.only(SmapsRollup.class, new StringReader("x"), "f.txt")));
        for (Runnable parser : parsers) {
            assertThatThrownBy(parser::run)
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("f.txt: this is not ");
        }
    }

    private static void refuse(Sample sample) {
        throw new AssertionError("was taken: " + sample);
    }

    /** With a master, the others are virtual threads, also before they begin; what the master waits for is pollers. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Master:2:Thread[#25,MasterPoller] Read:1:null Write:0:null                  | true  | 1",
                "Master:2:Thread[#25,MasterPoller] Read:3:VirtualThread[#26,SubPoller-0]/runnable Write:1:null | true | 4",
                "Read:1:Thread[#28,Read-Poller] Write:2:Thread[#29,Write-Poller]             | false | 3"
            })
    void pollersAreVirtualThreadsOrNot(String pollers, boolean virtual, long registered) {
        StringBuilder text = new StringBuilder("1672:\n");
        for (String poller : pollers.split(" ", -1)) {
            String[] parts = poller.split(":", 3);
            text.append(parts[0].equals("Master") ? "Master I/O poller:\n" : parts[0] + " I/O pollers:\n[0] ")
                    .append("sun.nio.ch.EPollPoller@1a70913f [registered = ")
                    .append(parts[1])
                    .append(", owner = ")
                    .append(parts[2])
                    .append("]\n\n");
        }
        assertThat(TextFormat.VTHREAD_POLLERS.only(Pollers.class, new StringReader(text.toString()), "text"))
                .isEqualTo(new Pollers(virtual, registered));
    }
}
