package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code System.native_heap_info}: the XML of glibc's {@code malloc_info(3)}, one element a line. The arenas are followed by
 * the sums over all of them, which are all that is read.
 */
final class NativeHeapText {

    private static final Pattern TOTAL =
            Pattern.compile("<(total|system) type=\"(\\w+)\"(?: count=\"(\\d{1,18})\")? size=\"(\\d{1,18})\"/>");

    /** Of what is free in two kinds of lists, and of mapped blocks. */
    private static final int SUMS = 3;

    private NativeHeapText() {}

    /** Whether a line, stripped, is the first. */
    static boolean isSign(String text) {
        return text.startsWith("<malloc version=");
    }

    /** The sums, if any. */
    static TextRead read(LineCursor lines) {
        long arenas = 0;
        long free = 0;
        long mapped = 0;
        long blocks = 0;
        long system = -1;
        int sums = 0;
        long ofArenas = 0;
        String last = "";
        long sumsOfArenas = 0;
        boolean inside = false;
        boolean ended = false;
        for (String line = lines.next(); line != null && !ended; line = lines.next()) {
            String text = line.strip();
            inside = text.startsWith("<heap ") || (inside && !text.equals("</heap>"));
            last = inside && text.startsWith("<heap ") ? text : last;
            arenas += text.startsWith("<heap ") ? 1 : 0;
            ended = text.equals("</malloc>");
            Matcher total = TOTAL.matcher(text);
            if (!total.matches()) {
                continue;
            }
            if (inside) {
                sumsOfArenas += text.startsWith("<system type=\"current\"") ? 1 : 0;
                ofArenas += text.startsWith("<system type=\"current\"") ? Long.parseLong(total.group(4)) : 0;
                continue;
            }
            long size = Long.parseLong(total.group(4));
            switch (total.group(1) + " " + total.group(2)) {
                case "total fast", "total rest" -> {
                    free += size;
                    sums++;
                }
                case "total mmap" -> {
                    mapped = size;
                    sums++;
                    blocks = total.group(3) == null ? 0 : Long.parseLong(total.group(3));
                }
                case "system current" -> system = size;
                default -> {}
            }
        }
        if (system < 0) {
            return new TextRead(
                    List.of(), List.of(TextRead.missing("the native heap info ends early: its sums are missing")));
        }
        List<String> notes = new ArrayList<>();
        if (!ended) {
            notes.add(TextRead.missing("the native heap info ends early: its last line is missing"));
        }
        if (sums < SUMS
                || sumsOfArenas != arenas
                || ofArenas != system
                || !last.equals("<heap nr=\"" + (arenas - 1) + "\">")) {
            notes.add(TextRead.missing("the native heap info lacks arenas or sums"));
        }
        return TextRead.of(new NativeHeap(arenas, system, free, mapped, blocks), notes);
    }
}
