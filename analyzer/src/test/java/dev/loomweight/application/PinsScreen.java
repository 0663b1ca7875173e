package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import dev.loomweight.sample.EpochNanos;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first screen on the pins of an application, against what the JDK's own tool prints of its recording.
 *
 * @param lines the screen
 * @param events the events of pins and of waits of virtual threads, as {@code jfr print} has them
 * @param spans when these were
 */
record PinsScreen(List<String> lines, List<String> events, List<Span> spans) {

    /** A pin or wait, in nanoseconds. */
    record Span(long from, long to, boolean pinned) {}

    private static final String EVENTS = "jdk.VirtualThreadPinned,jdk.JavaMonitorEnter,jdk.JavaMonitorWait";
    private static final String TIME = "([\\d.,]+ (?:ns|µs|ms|s))";
    private static final Pattern VERDICT =
            Pattern.compile("Virtual threads were pinned ([\\d,]+) times: they held their"
                    + " carrier while they blocked, " + TIME + " in total, the longest " + TIME + "\\.");
    private static final Pattern STARVED =
            Pattern.compile("All carriers \\((\\d+)\\) were pinned at once, so that no other"
                    + " virtual thread could run: (?:once, for " + TIME + "|[\\d,]+ times, " + TIME
                    + " in total, the longest "
                    + TIME + ")\\.");
    private static final Pattern FIRST_USE = Pattern.compile("  first use of classes, .* (\\d+) +" + TIME + " .*");
    private static final Pattern SITE =
            Pattern.compile("  (\\S*[.…]\\w+) {2,}.* (\\d+) +" + TIME + " +(?:no|yes|\\?|.*)");
    // From JDK 24 on, what cannot be preempted while it enters a monitor links a class.
    private static final Pattern OF_FIRST_USE =
            Pattern.compile("<clinit>|<init>|[cC]lass|initialization of|Freeze or preempt failed");
    private static final Pattern DURATION = Pattern.compile("duration = ([\\d.]+) (\\S+)");

    /** The screen rounds to three digits, and so does the tool. */
    private static final double ROUNDED = 0.01;

    private static final long HANDOVER_NANOS = 100_000;

    private static final Pattern NOTE = Pattern.compile(" {4}(\\w+)\\.java:(\\d+) → (\\S.*)");

    /** Of a capture. */
    static PinsScreen of(Path capture, String jdk) throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, "pins", capture.toString(), "--brief"))
                .as("%s", err)
                .isZero();
        List<String> events = List.of(
                        printed(capture, jdk, "--stack-depth", "256").split("(?m)^(?=jdk\\.)"))
                .stream()
                .filter(event -> event.startsWith("jdk."))
                .filter(event -> event.contains(", virtual)"))
                .toList();
        List<Span> spans = new ArrayList<>();
        JsonParser.parseString(printed(capture, jdk, "--json", "--stack-depth", "1"))
                .getAsJsonObject()
                .getAsJsonObject("recording")
                .getAsJsonArray("events")
                .forEach(event -> addSpan(event.getAsJsonObject(), spans));
        return new PinsScreen(out.toString().lines().toList(), events, spans);
    }

    private static String printed(Path capture, String jdk, String... options) throws Exception {
        Path printed = capture.resolveSibling("printed.txt");
        List<String> command =
                new ArrayList<>(List.of(Jdks.home(jdk).resolve("bin/jfr").toString(), "print"));
        command.addAll(List.of(options));
        command.addAll(
                List.of("--events", EVENTS, capture.resolve("recording.jfr").toString()));
        Process print = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(print.waitFor()).isZero();
        return Files.readString(printed, StandardCharsets.UTF_8);
    }

    private static void addSpan(JsonObject event, List<Span> spans) {
        JsonObject values = event.getAsJsonObject("values");
        if (values.get("eventThread").isJsonObject()
                && values.getAsJsonObject("eventThread").get("virtual").getAsBoolean()) {
            long from = EpochNanos.of(
                    OffsetDateTime.parse(values.get("startTime").getAsString()).toInstant());
            long nanos = Duration.parse(values.get("duration").getAsString()).toNanos();
            spans.add(
                    new Span(from, from + nanos, event.get("type").getAsString().equals("jdk.VirtualThreadPinned")));
        }
    }

    /** How many pins the screen speaks of. */
    long pins() {
        return Long.parseLong(verdict().group(1).replace(",", ""));
    }

    private Matcher verdict() {
        Matcher verdict = VERDICT.matcher(words());
        assertThat(verdict.find()).as("%s", lines).isTrue();
        return verdict;
    }

    private String words() {
        return String.join(" ", lines).replaceAll("\\s+", " ");
    }

    private static double nanos(String amount, String unit) {
        double number = Double.parseDouble(amount.replace(",", ""));
        return switch (unit) {
            case "s" -> number * 1e9;
            case "ms" -> number * 1e6;
            case "ns" -> number;
            default -> number * 1e3;
        };
    }

    private static double nanos(String time) {
        return nanos(time.substring(0, time.indexOf(' ')), time.substring(time.indexOf(' ') + 1));
    }

    private static double nanosOf(String event) {
        Matcher duration = DURATION.matcher(event);
        assertThat(duration.find()).as(event).isTrue();
        return nanos(duration.group(1), duration.group(2));
    }

    /**
     * Whether each figure of the screen is one of the recording: pins below the application's own code are all in the
     * total, and no figure is more than what all events add up to. What the JVM does on its own, and what does not pin, is
     * in the recording alone.
     *
     * @param monitorsPin as on JDK 21
     * @param own what a frame of the application's own code has
     */
    void assertFigures(boolean monitorsPin, String own) {
        List<String> all = events.stream()
                .filter(event -> monitorsPin || event.startsWith("jdk.VirtualThreadPinned"))
                .toList();
        List<String> sure = events.stream()
                .filter(event -> event.startsWith("jdk.VirtualThreadPinned") && event.contains(own))
                .toList();
        assertThat(pins()).isBetween((long) sure.size(), (long) all.size());
        assertThat(nanos(verdict().group(2))).isBetween(sum(sure) * (1 - ROUNDED), sum(all) * (1 + ROUNDED));
        double longest = nanos(verdict().group(3));
        assertThat(all)
                .as("the longest: %s", verdict().group(3))
                .anyMatch(event -> Math.abs(nanosOf(event) - longest) <= longest * ROUNDED);
        assertThat(longest)
                .isGreaterThanOrEqualTo(
                        sure.stream().mapToDouble(PinsScreen::nanosOf).max().orElse(0) * (1 - ROUNDED));
        assertStarvation(monitorsPin);
        assertSites(all);
    }

    private static double sum(List<String> events) {
        return events.stream().mapToDouble(PinsScreen::nanosOf).sum();
    }

    /**
     * All carriers can only be pinned while as many events go on at once; times that are less than 0.1 ms apart are one, as
     * long as they are together.
     */
    private void assertStarvation(boolean monitorsPin) {
        Matcher starved = STARVED.matcher(words());
        if (!starved.find()) {
            return;
        }
        int carriers = Integer.parseInt(starved.group(1));
        String once = starved.group(2);
        TreeMap<Long, Integer> changes = new TreeMap<>();
        for (Span span : spans) {
            if (monitorsPin || span.pinned()) {
                changes.merge(span.from(), 1, Integer::sum);
                changes.merge(span.to(), -1, Integer::sum);
            }
        }
        long total = 0;
        long longest = 0;
        int held = 0;
        long since = 0;
        long window = 0;
        long until = 0;
        for (Map.Entry<Long, Integer> change : changes.entrySet()) {
            boolean before = held >= carriers;
            held += change.getValue();
            if (!before && held >= carriers) {
                since = change.getKey();
            } else if (before && held < carriers) {
                long full = change.getKey() - since;
                total += full;
                window = since - until < HANDOVER_NANOS ? window + full : full;
                until = change.getKey();
                longest = Math.max(longest, window);
            }
        }
        assertThat(nanos(once != null ? once : starved.group(3)))
                .as("%s", lines)
                .isBetween(1.0, total * (1 + ROUNDED));
        assertThat(nanos(once != null ? once : starved.group(4)))
                .as("%s", lines)
                .isBetween(1.0, longest * (1 + ROUNDED));
    }

    /** Of each site, the events that have its holder on the stack and, where it is named, the own line. */
    private void assertSites(List<String> all) {
        int sites = 0;
        for (int i = 0; i < lines.size(); i++) {
            Matcher first = FIRST_USE.matcher(lines.get(i));
            Matcher site = SITE.matcher(lines.get(i));
            List<String> of;
            Matcher figures;
            if (first.matches()) {
                of = all.stream()
                        .filter(event -> OF_FIRST_USE.matcher(event).find())
                        .toList();
                figures = first;
            } else if (site.matches() && lines.get(i + 1).startsWith("    ")) {
                // Packages are shortened, and so is the middle of long names.
                String[] parts = site.group(1).split("\\.", -1);
                String name =
                        parts.length < 2 ? site.group(1) : parts[parts.length - 2] + "." + parts[parts.length - 1];
                Pattern holder = Pattern.compile(Pattern.quote(name).replace("…", "\\E[\\w.$]*\\Q") + "\\(");
                Matcher own = Pattern.compile("    (\\w+)\\.java:(\\d+).*").matcher(lines.get(i + 1));
                Pattern line = own.matches()
                        ? Pattern.compile("\\." + own.group(1) + "\\.[^\\n]*line:\\s*" + own.group(2) + "\\b")
                        : holder;
                of = all.stream()
                        .filter(event -> holder.matcher(event).find()
                                && line.matcher(event).find())
                        .toList();
                figures = site;
            } else {
                continue;
            }
            sites++;
            String pins = first.matches() ? figures.group(1) : figures.group(2);
            String time = first.matches() ? figures.group(2) : figures.group(3);
            assertThat(Long.parseLong(pins)).as(lines.get(i)).isBetween(1L, (long) of.size());
            assertThat(nanos(time)).as(lines.get(i)).isLessThanOrEqualTo(sum(of) * (1 + ROUNDED));
        }
        assertThat(sites).as("%s", lines).isBetween(1, 3);
    }

    /** The sites of the screen with the note below each, in their order. */
    List<String> sites() {
        String text = String.join("\n", lines);
        return Pattern.compile("\\n {2}(\\S[^\\n]*)((?:\\n {4}\\S[^\\n]*)+)")
                .matcher(text)
                .results()
                .map(found -> (found.group(1).replaceAll(" {2,}.*", "") + " " + found.group(2)).replaceAll("\\s+", " "))
                .toList();
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
