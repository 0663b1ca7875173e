package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code GC.heap_info} in the words of every collector, JDK 11 to 25: a line or two with amounts before or after their
 * words ({@code used 2M}, {@code 65536K max}). The first heap of the text is read, and of it the lines of whole
 * generations; each is the collector's {@code print_on} in HotSpot.
 */
final class HeapInfoText {

    private static final List<String> HEADS = List.of(
            "garbage-first heap",
            "def new generation",
            "DefNew",
            "PSYoungGen",
            "ZHeap",
            "Epsilon Heap",
            "par new generation",
            "tenured generation",
            "Tenured",
            "ParOldGen",
            "PSOldGen",
            "concurrent mark-sweep generation");
    private static final String SHENANDOAH = "Shenandoah Heap";
    private static final String EPSILON = "Epsilon Heap";

    /** Epsilon's one space: what is used ends at its second address. */
    private static final Pattern SPACE =
            Pattern.compile("space (\\d{1,12}K),\\s+\\d+% used \\[0x(\\p{XDigit}{1,16}), 0x(\\p{XDigit}{1,16}), 0x.*");

    private static final Set<String> YOUNG = Set.of("def new generation", "DefNew", "PSYoungGen", "par new generation");
    private static final Set<String> OLD =
            Set.of("tenured generation", "Tenured", "ParOldGen", "PSOldGen", "concurrent mark-sweep generation");

    /** Their ranges are on other lines, or nowhere. */
    private static final Set<String> UNRANGED = Set.of("Shenandoah Heap", "ZHeap", "Epsilon Heap");

    private String collector = "";
    private long reserved = -1;
    private long committed = -1;
    private long used = -1;
    private boolean ranged = true;
    private long from;
    private long to;

    private HeapInfoText() {}

    /** Whether a line, stripped, is the first of a heap. */
    static boolean isSign(String text) {
        return isBare(text) || isGeneration(text);
    }

    /** Whether it is a head whose amounts are on the lines after it. */
    private static boolean isBare(String text) {
        return text.equals(SHENANDOAH) || text.equals(EPSILON);
    }

    private static boolean isGeneration(String text) {
        return text.contains("used ") && HEADS.stream().anyMatch(text::startsWith);
    }

    /** The first heap, if any. */
    static TextRead read(LineCursor lines) {
        HeapInfoText heap = new HeapInfoText();
        List<String> seen = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (text.isEmpty() && !seen.isEmpty()) {
                break;
            }
            String head = head(text);
            if (head.isEmpty() && heap.collector.equals(EPSILON) && heap.used < 0) {
                heap.space(text);
                continue;
            } else if (head.isEmpty() && !(heap.collector.equals(SHENANDOAH) && shenandoah(text))) {
                continue;
            } else if (seen.contains(head)) {
                break;
            }
            if (!head.isEmpty()) {
                seen.add(head);
                heap.collector = heap.collector.isEmpty() ? head : heap.collector;
            }
            heap.ranged &= head.isEmpty() || UNRANGED.contains(head) || text.contains("[0x");
            heap.amounts(text.substring(head.length()));
        }
        return heap.used < 0
                ? new TextRead(List.of(), List.of())
                : TextRead.of(
                        new HeapInfo(heap.collector, heap.reserved, heap.committed, heap.used, heap.from, heap.to),
                        notes(seen, heap.ranged));
    }

    /** A heap of generations has two. */
    private static List<String> notes(List<String> seen, boolean ranged) {
        boolean young = !Collections.disjoint(seen, YOUNG);
        boolean old = !Collections.disjoint(seen, OLD);
        if (!ranged) {
            return List.of(TextRead.missing("the heap of GC.heap_info has no addresses"));
        }
        return young == old
                ? List.of()
                : List.of(TextRead.missing(
                        "the heap of GC.heap_info has no " + (young ? "old" : "young") + " generation"));
    }

    private static String head(String text) {
        if (isBare(text)) {
            return text;
        }
        return isGeneration(text)
                ? HEADS.stream().filter(text::startsWith).findFirst().orElse("")
                : "";
    }

    private void space(String text) {
        Matcher space = SPACE.matcher(text);
        if (space.matches()) {
            committed = bytes(space.group(1));
            used = Long.parseUnsignedLong(space.group(3), 16) - Long.parseUnsignedLong(space.group(2), 16);
            range(text);
        }
    }

    private static boolean shenandoah(String text) {
        return text.endsWith(" used") || text.startsWith("- [0x");
    }

    /** Takes every amount with its word, and the range of addresses. */
    private void amounts(String text) {
        String[] words =
                text.replaceAll("[,()]", " ").replaceAll("\\[.*", "").strip().split("\\s+", -1);
        boolean before = text.strip().endsWith(" used");
        for (int i = 0; i + 1 < words.length; i++) {
            int amount = before ? i : i + 1;
            int word = before ? i + 1 : i;
            long bytes = bytes(words[amount]);
            boolean max = word > 0 && words[word - 1].equals("max");
            if (bytes >= 0) {
                take(max && words[word].equals("capacity") ? "max" : words[word], bytes);
            }
        }
        range(text);
    }

    private void take(String word, long bytes) {
        switch (word) {
            case "used" -> used = sum(used, bytes);
            case "total", "committed", "capacity" -> committed = sum(committed, bytes);
            case "reserved", "max" -> reserved = sum(reserved, bytes);
            default -> {}
        }
    }

    /** {@code [0xA, 0xB)}, or of a generation {@code [0xA, committed, 0xB)}: the first and the last count. */
    private void range(String text) {
        int open = text.indexOf("[0x");
        int close = text.indexOf(')', Math.max(0, open));
        if (open < 0 || close < 0) {
            return;
        }
        String[] addresses = text.substring(open + 1, close).split(",\\s*", -1);
        try {
            long first = Long.parseUnsignedLong(addresses[0].substring(2), 16);
            long last = Long.parseUnsignedLong(addresses[addresses.length - 1].substring(2), 16);
            from = from == 0 || Long.compareUnsigned(first, from) < 0 ? first : from;
            to = Long.compareUnsigned(last, to) > 0 ? last : to;
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            // A range in another form is ignored; the amounts count.
        }
    }

    private static long sum(long before, long bytes) {
        return Math.max(0, before) + bytes;
    }

    /** {@code 65536K}, {@code 4M}, {@code 2G} or bytes; -1 for anything else. */
    static long bytes(String word) {
        int end = word.length();
        while (end > 0 && Character.isLetter(word.charAt(end - 1))) {
            end--;
        }
        int shift = switch (word.substring(end)) {
            case "", "B" -> 0;
            case "K", "k", "KB" -> 10;
            case "M", "MB" -> 20;
            case "G", "GB" -> 30;
            default -> -1;
        };
        try {
            long value = shift < 0 || end == 0 ? -1 : Long.parseLong(word.substring(0, end));
            return value < 0 || value > Long.MAX_VALUE >> shift ? -1 : value << shift;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
