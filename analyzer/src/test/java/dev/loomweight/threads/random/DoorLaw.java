package dev.loomweight.threads.random;

import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the reports of several commands on one dump must not say of the same threads: tables and sentences as users read them,
 * since each may be right by itself.
 */
final class DoorLaw {

    /** A contradiction with {@code hang}: the other command, and what both say. */
    record Contradiction(String door, String sentence) {}

    private static final String RESULT = "future, latch, join";
    private static final String CONDITION = "condition, queue";

    // What hang says of a thread, and what waits may call that; not made from the names in the code.
    private static final Map<String, Set<String>> CALLED = Map.ofEntries(
            Map.entry("waits for a monitor", Set.of("monitor")),
            Map.entry("waits for a lock", Set.of("lock")),
            Map.entry("waits for a class initialization", Set.of("class initialization")),
            Map.entry("waits for a class loader", Set.of("monitor")),
            Map.entry("waits for an object of a pool", Set.of("pool")),
            Map.entry("waits for a latch", Set.of(RESULT)),
            Map.entry("waits for a semaphore", Set.of("semaphore")),
            Map.entry("waits for a barrier", Set.of(RESULT)),
            Map.entry("waits for a condition", Set.of(CONDITION)),
            Map.entry("waits for Object.notify", Set.of("Object.wait")),
            Map.entry("waits for the result of a task", Set.of(RESULT)),
            Map.entry("waits for the end of a thread", Set.of(RESULT)),
            Map.entry("waits for room in a queue", Set.of(CONDITION)),
            Map.entry("waits for an unpark", Set.of("parked")),
            Map.entry("waits for input or output", Set.of("I/O")),
            Map.entry("waits for the clock", Set.of("sleep")),
            Map.entry("waits for work", Set.of(CONDITION)));

    private static final Pattern PLACE = Pattern.compile("(.+) \\(\\S+:(\\d+)\\)");
    private static final Pattern ALL_HELD = Pattern.compile(
            "(?:all (\\d+) carriers are|the only carrier is) held by virtual threads that wait without releasing them");
    private static final Pattern HELD =
            Pattern.compile("(\\d+) of (\\d+) carriers that have a virtual thread are held");

    private final List<Section> hang;
    private final List<Contradiction> found = new ArrayList<>();

    /** @param hang what {@code hang} reports of one dump */
    DoorLaw(List<Section> hang) {
        this.hang = hang;
    }

    List<Contradiction> found() {
        return found;
    }

    /** What {@code waits} must not say of the same dump. */
    void waits(List<Section> waits) {
        Map<String, Set<String>> atSites = new TreeMap<>();
        for (String table : List.of("locks", "platformLocks", "elsewhere")) {
            for (Map<String, String> row : rows(waits, table)) {
                atSites.computeIfAbsent(row.getOrDefault("site", ""), site -> new TreeSet<>())
                        .add(row.getOrDefault(table.equals("elsewhere") ? "doing" : "kind", ""));
            }
        }
        long ready = 0;
        Map<String, Set<String>> called = new TreeMap<>();
        Map<String, Map<String, String>> first = new TreeMap<>();
        for (Map<String, String> row : rows(hang, "others")) {
            String does = row.getOrDefault("does", "").replace(", with a time", "");
            ready += does.contains("no carrier") ? Long.parseLong(row.getOrDefault("threads", "0")) : 0;
            Matcher place = PLACE.matcher(row.getOrDefault("at", ""));
            if (does.startsWith("waits") && place.matches()) {
                String site = place.group(1) + ":" + place.group(2);
                called.computeIfAbsent(site, unused -> new TreeSet<>()).addAll(CALLED.getOrDefault(does, Set.of()));
                first.putIfAbsent(site, row);
            }
        }
        // Who does not wait has no site in waits, and threads at one line may do several things, some of which have no
        // table.
        called.forEach((site, names) -> {
            Set<String> doings = atSites.getOrDefault(site, Set.of());
            if (!doings.isEmpty() && names.stream().noneMatch(doings::contains)) {
                found.add(new Contradiction("waits", first.get(site) + ", and " + doings));
            }
        });
        String counted = rows(waits, "doing").stream()
                .filter(row -> "ready, no carrier".equals(row.get("doing")))
                .map(row -> row.getOrDefault("threads", ""))
                .findFirst()
                .orElse("0");
        if (Long.parseLong(counted) != ready) {
            found.add(new Contradiction("waits", counted + " threads have no carrier, and in hang " + ready));
        }
    }

    /** What {@code pins} must not say of the same dump. */
    void pins(List<Section> pins) {
        Matcher all = ALL_HELD.matcher(hang.toString());
        Matcher held = HELD.matcher(notes(pins));
        if (all.find() && !(held.find() && held.group(1).equals(held.group(2)))) {
            found.add(new Contradiction("pins", all.group() + ", and: " + notes(pins)));
        }
    }

    /** That {@code threads} has what {@code hang} and {@code waits} have. */
    void threads(List<Section> threads, List<Section> waits) {
        for (List<Section> part : List.of(hang, waits)) {
            part.stream()
                    .filter(section -> Set.of("hang", "waits").contains(section.id()))
                    .filter(section -> threads.stream()
                            .filter(other -> other.id().equals(section.id()))
                            .noneMatch(other -> other.blocks().equals(section.blocks())
                                    && other.findings().equals(section.findings())))
                    .forEach(section -> found.add(new Contradiction("threads", "has another section " + section.id())));
        }
    }

    private static String notes(List<Section> sections) {
        StringBuilder notes = new StringBuilder();
        sections.forEach(section -> section.blocks().stream()
                .filter(Note.class::isInstance)
                .forEach(note -> notes.append(((Note) note).sentences())));
        return notes.toString();
    }

    /** The rows of a table, by the ids of their columns; none where there is no such table. */
    private static List<Map<String, String>> rows(List<Section> sections, String id) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (Section section : sections) {
            for (Block block : section.blocks()) {
                if (block instanceof Table table && table.id().equals(id)) {
                    table.rows().forEach(row -> {
                        Map<String, String> cells = new TreeMap<>();
                        for (int i = 0; i < table.columns().size(); i++) {
                            cells.put(
                                    table.columns().get(i).id(),
                                    text(row.cells().get(i)));
                        }
                        rows.add(cells);
                    });
                }
            }
        }
        return rows;
    }

    private static String text(Cell cell) {
        return switch (cell) {
            case Cell.Text text -> text.value();
            case Cell.Count count -> Long.toString(count.value());
            default -> cell.toString();
        };
    }
}
