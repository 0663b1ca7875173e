package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first screen on the pins of an application, against what the JDK's own tool prints of its recording.
 *
 * @param lines the screen
 * @param events the events of pins and of waits of virtual threads, as {@code jfr print} has them
 */
record PinsScreen(List<String> lines, List<String> events) {

    private static final String EVENTS = "jdk.VirtualThreadPinned,jdk.JavaMonitorEnter,jdk.JavaMonitorWait";
    private static final Pattern VERDICT = Pattern.compile("Virtual threads were pinned ([\\d,]+) times:");
    private static final Pattern NOTE = Pattern.compile(" {4}(\\w+)\\.java:(\\d+) → (\\S.*)");

    /** Of a capture. */
    static PinsScreen of(Path capture, String jdk) throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, "pins", capture.toString(), "--brief"))
                .as("%s", err)
                .isZero();
        Path printed = capture.resolveSibling("printed.txt");
        Process print = new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/jfr").toString(),
                        "print",
                        "--stack-depth",
                        "256",
                        "--events",
                        EVENTS,
                        capture.resolve("recording.jfr").toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(print.waitFor()).isZero();
        List<String> events =
                List.of(Files.readString(printed, StandardCharsets.UTF_8).split("(?m)^(?=jdk\\.)")).stream()
                        .filter(event -> event.startsWith("jdk."))
                        .filter(event -> event.contains(", virtual)"))
                        .toList();
        return new PinsScreen(out.toString().lines().toList(), events);
    }

    /** How many pins the screen speaks of. */
    long pins() {
        Matcher verdict = VERDICT.matcher(String.join(" ", lines).replaceAll("\\s+", " "));
        assertThat(verdict.find()).as("%s", lines).isTrue();
        return Long.parseLong(verdict.group(1).replace(",", ""));
    }

    /** How many there are by the tool: on JDK 21 the waits of virtual threads are pins, too. */
    long printedPins(boolean monitorsPin) {
        return events.stream()
                .filter(event -> monitorsPin || event.startsWith("jdk.VirtualThreadPinned"))
                .count();
    }

    /**
     * Each line of the application's own code on the screen is one of a stack that the tool prints.
     *
     * @return what is to be done at these lines
     */
    List<String> adviceAtPrintedLines() {
        return lines.stream()
                .map(NOTE::matcher)
                .filter(Matcher::matches)
                .peek(note -> assertThat(events)
                        .as("%s.java:%s", note.group(1), note.group(2))
                        .anyMatch(event -> Pattern.compile(
                                        "\\." + note.group(1) + "\\.[^\\n]*line:\\s*" + note.group(2) + "\\b")
                                .matcher(event)
                                .find()))
                .map(note -> note.group(3))
                .toList();
    }
}
