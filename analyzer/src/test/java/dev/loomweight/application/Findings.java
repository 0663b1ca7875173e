package dev.loomweight.application;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What a report says of an application's pins, and what its JVM printed.
 *
 * @param holders the rows of the table of holders
 * @param report the report, for all else
 * @param printed the lines of the application's standard output
 */
record Findings(List<Holder> holders, JsonObject report, List<String> printed) {

    /** What {@code -Djdk.tracePinnedThreads=full} prints of a frame on JDK 21 to 23, and of one that holds monitors. */
    private static final Pattern TRACED =
            Pattern.compile("\\s+(?:[\\w.]+/)?([\\w.$<>]+)\\([^()]*?(?::(\\d+))?\\)( <== monitors:\\d+)?");

    private static final Set<String> MONITORS = Set.of("synchronizedMethod", "synchronizedBlock", "libraryMonitor");

    /**
     * One cause at one site.
     *
     * @param holder the method to blame; empty where none is
     * @param event the type of the events; that of the site for its outer causes
     */
    record Holder(String holder, String cause, int line, String blocker, String event) {

        private static Holder of(JsonObject row, String event) {
            JsonElement line = row.get("line");
            boolean known = line.isJsonPrimitive() && line.getAsJsonPrimitive().isNumber();
            return new Holder(
                    row.get("holder").getAsString(),
                    row.get("causeId").getAsString(),
                    known ? line.getAsInt() : -1,
                    row.get("blocker").getAsString(),
                    event);
        }
    }

    static Findings of(Path json, List<String> printed) throws IOException {
        JsonObject report = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        List<Holder> holders = new ArrayList<>();
        String event = "";
        for (JsonObject row : blocks(report)
                .filter(block -> block.get("id").getAsString().equals("holders"))
                .flatMap(block -> stream(block.get("rows")).map(JsonElement::getAsJsonObject))
                .toList()) {
            // The outer causes of a stack follow its innermost, without the event.
            String own = row.get("event").getAsString();
            event = own.isEmpty() ? event : own;
            holders.add(Holder.of(row, event));
        }
        return new Findings(holders, report, printed);
    }

    private static Stream<JsonObject> blocks(JsonObject report) {
        return stream(report.get("sections"))
                .flatMap(section -> stream(section.getAsJsonObject().get("blocks")))
                .map(JsonElement::getAsJsonObject);
    }

    private static Stream<JsonElement> stream(JsonElement array) {
        return StreamSupport.stream(array.getAsJsonArray().spliterator(), false);
    }

    private static boolean isOfMonitor(Holder holder) {
        return holder.event.equals("jdk.VirtualThreadPinned") && MONITORS.contains(holder.cause);
    }

    /** The frames that held monitors while their threads parked, by the report. */
    Set<String> holdersOfMonitors() {
        return holders.stream()
                .filter(Findings::isOfMonitor)
                .map(Holder::holder)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The same by the JVM's own trace. */
    Set<String> tracedHoldersOfMonitors() {
        return printed.stream()
                .map(TRACED::matcher)
                .filter(frame -> frame.matches() && frame.group(3) != null)
                .map(frame -> frame.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Those of them that the JVM's own trace refutes: it has the same line without monitors. What it does not have at all
     * it does not refute, since it leaves out what pins while another thread prints ({@code PinnedThreadPrinter} of JDK
     * 21.0.8 tries the lock of the output once).
     */
    Set<String> holdersAgainstTheTrace() {
        Set<String> holding = new TreeSet<>();
        Map<String, Set<Integer>> without = new TreeMap<>();
        for (String line : printed) {
            Matcher frame = TRACED.matcher(line);
            if (frame.matches()) {
                if (frame.group(3) != null) {
                    holding.add(frame.group(1));
                } else {
                    without.computeIfAbsent(frame.group(1), method -> new TreeSet<>())
                            .add(frame.group(2) == null ? -1 : Integer.parseInt(frame.group(2)));
                }
            }
        }
        return holders.stream()
                .filter(Findings::isOfMonitor)
                .filter(holder -> !holding.contains(holder.holder))
                .filter(holder -> without.getOrDefault(holder.holder, Set.of()).contains(holder.line))
                .map(Holder::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The causes that are named. */
    Set<String> causes() {
        return holders.stream().map(Holder::cause).collect(Collectors.toCollection(TreeSet::new));
    }

    /** All sentences of findings, one a line. */
    String advice() {
        return stream(report.get("sections"))
                .flatMap(section -> section.getAsJsonObject().has("findings")
                        ? stream(section.getAsJsonObject().get("findings"))
                        : Stream.empty())
                .map(JsonElement::toString)
                .collect(Collectors.joining("\n"));
    }
}
