package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.MadeChunks;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code scripts/test large} in a made-up checkout: what it makes of a small recording is a recording, and a sum that is
 * another is a failure.
 */
class TestLargeTest {

    /** Records by a copy, keeps what is read, and says of it what the test has written down. */
    private static final String JAVA = """
            for a; do
              case $a in
                file=*) cp "$HOME/one.jfr" "${a#file=}" ;;
                *MakeThreads) main=MakeThreads ;;
                *EventStreamReader) main=EventStreamReader ;;
                *ReportAnswer) main=ReportAnswer ;;
                */large.jfr)
                  [[ ${main:-} == MakeThreads ]] && echo recorded >"$a" || cp "$a" "$HOME/read.jfr"
                  ;;
                -XX:DumpLoadedClassList=*) echo 'java/lang/Object id: 0' >"${a#*=}" ;;
              esac
            done
            if [[ -n ${main:-} ]]; then
              grep "^$main " "$HOME/answers" | cut -d ' ' -f 2-
            fi
            """;

    @TempDir
    private Path folder;

    private Machine machine;
    private Path script;

    @BeforeEach
    void checkout() throws IOException {
        Path checkout = Machine.checkout(folder, "readers", "recording");
        script = checkout.resolve("scripts/lib/test/large");
        Files.createDirectories(checkout.resolve("analyzer/target"));
        machine = new Machine(folder);
        machine.command("mvn", Machine.MAVEN);
        Path jdk = machine.jdkThat(JAVA, "jdk", "25.0.3", "javac");
        Files.writeString(jdk.resolve("bin/javac"), """
                #!/bin/bash
                while (($# > 0)); do [[ $1 != -d ]] || mkdir -p "$2"; shift; done
                """);
        machine.set("LOOMWEIGHT_JDK", jdk.toString());
        Files.write(folder.resolve("home/one.jfr"), MadeChunks.small());
    }

    @ParameterizedTest
    @CsvSource({"chunk, 1", "size, 8"})
    void aRecordingIsMadeOfASmallOne(String part, int chunks) throws Exception {
        answers(
                "EventStreamReader pins 12 nanos 1000 sites 2 stacks 3",
                "ReportAnswer pins 96 nanos 8003 sites 2 stacks 3");
        // Eight of them and not nine, with one header or with eight.
        long size = 8L * MadeChunks.small().length - 700;
        Outcome outcome = large("--only", part, "--" + part, Long.toString(size));

        assertThat(outcome.status()).as(outcome.err()).isZero();
        Path read = folder.resolve("home/read.jfr");
        assertThat(ChunkedFile.of(read).chunks()).hasSize(chunks);
        Recordings.Reading reading = Recordings.read(read);
        assertThat(reading.of(Pin.class)).hasSize(8 * MadeChunks.PINS);
        assertThat(reading.coverage().notes()).isEmpty();
        assertThat(outcome.out().lines().toList().getLast()).contains("| 96 |").endsWith("| equal |");
    }

    @Test
    void aSumThatIsAnotherIsAFailure() throws Exception {
        answers("MakeThreads pins 7 nanos 700 sites - stacks 7", "ReportAnswer pins 7 nanos 701 sites 1 stacks 7");
        Outcome outcome = large("--only", "threads", "--threads", "7");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).contains("wrong: pins 7 nanos 701 sites 1 stacks 7, expected pins 7 nanos 700");
        assertThat(folder.resolve("large")).isEmptyDirectory();
    }

    @Test
    void aDiskThatIsTooSmallIsSaidBeforeAnythingIsWritten() throws Exception {
        Outcome outcome = large("--size", "1000000g");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("GB free, but")
                .contains("name another folder with --folder")
                .hasLineCount(1);
    }

    private Outcome large(String... arguments) throws IOException, InterruptedException {
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        all[0] = "--folder";
        all[1] = Files.createDirectories(folder.resolve("large")).toString();
        return machine.run(script, all);
    }

    private void answers(String... lines) throws IOException {
        Files.writeString(folder.resolve("home/answers"), String.join("\n", lines) + "\n");
    }
}
