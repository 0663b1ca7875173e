package dev.loomweight.input.text;

import dev.loomweight.capture.Cgroup;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines on memory of {@code VM.info} and of crash logs, JDK 11 and later: those of the process
 * ({@code os_linux.cpp}, {@code print_process_memory_info}) and of its container ({@code print_container_info}).
 */
final class ProcessMemoryText {

    private static final String RESIDENT = "Resident Set Size: ";
    // Starts at a word boundary and is possessive: a word of any length is scanned once.
    private static final Pattern LINE = Pattern.compile("\\b(\\w++): (\\d{1,15})K");
    private static final Pattern CONTAINER = Pattern.compile("(memory_\\w+): (\\d{1,18})(?: ?([kK]))?");

    /** In words, or as the largest multiple of the page size that fits. */
    private static final Pattern UNLIMITED =
            Pattern.compile("memory_limit_in_bytes: (?:unlimited|92233720368547\\d{5})\\b.*");

    private ProcessMemoryText() {}

    /** Whether a line, stripped, is the one with the resident memory. */
    static boolean isSign(String text) {
        return text.startsWith(RESIDENT);
    }

    /** The figures, if any. */
    static TextRead read(LineCursor lines) {
        Map<String, Long> bytes = new HashMap<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (text.startsWith(RESIDENT)) {
                fields(text.replace(RESIDENT, "resident: ").replace("(peak", "peak"), bytes);
            } else if (text.startsWith("Swapped out: ")) {
                fields(text.replace("Swapped out", "swapped"), bytes);
            } else if (text.startsWith("C-Heap outstanding allocations: ")) {
                fields(text.replace("C-Heap outstanding allocations", "live"), bytes);
            } else if (text.startsWith("memory_limit_in_bytes") || text.startsWith("memory_usage_in_bytes")) {
                container(text, bytes);
            }
        }
        if (!bytes.containsKey("resident")) {
            return new TextRead(List.of(), List.of());
        }
        return TextRead.of(
                new ProcessMemory(
                        of(bytes, "resident"),
                        of(bytes, "peak"),
                        of(bytes, "anon"),
                        of(bytes, "file"),
                        of(bytes, "shmem"),
                        of(bytes, "swapped"),
                        of(bytes, "live"),
                        of(bytes, "retained"),
                        of(bytes, "memory_limit_in_bytes"),
                        of(bytes, "memory_usage_in_bytes")),
                List.of());
    }

    private static void fields(String text, Map<String, Long> bytes) {
        Matcher field = LINE.matcher(text);
        while (field.find()) {
            bytes.putIfAbsent(field.group(1), Long.parseLong(field.group(2)) << 10);
        }
    }

    private static void container(String text, Map<String, Long> bytes) {
        if (UNLIMITED.matcher(text).matches()) {
            bytes.putIfAbsent("memory_limit_in_bytes", ProcessMemory.NO_LIMIT);
            return;
        }
        Matcher field = CONTAINER.matcher(text);
        if (field.matches()) {
            long value = Long.parseLong(field.group(2)) << (field.group(3) == null ? 0 : 10);
            bytes.putIfAbsent(field.group(1), value >= Cgroup.NO_LIMIT_FROM ? ProcessMemory.NO_LIMIT : value);
        }
    }

    private static long of(Map<String, Long> bytes, String field) {
        return bytes.getOrDefault(field, -1L);
    }
}
