package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.Smaps.Mapping;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code pmap -x}, {@code -X} and {@code -XX} (procps), which print {@code /proc/PID/smaps} with a line for each mapping. The
 * columns are those that its head names, or those of {@code -x} where the head is missing; the order of the lines does not
 * matter.
 */
final class PmapText {

    private static final String ANONYMOUS = "[anon]";

    /** An address, and the rights as pmap writes them with {@code -x}. */
    private static final Pattern ROW = Pattern.compile(
            "(\\p{XDigit}{8,16})\\s+(\\d+\\s+(?:\\d+|-)\\s+(?:\\d+|-)\\s+(?:(?:\\d+|-)\\s+)?([r-][w-][x-][sp-][R-]?)\\s+(\\S.*))");

    private static final Pattern HEAD = Pattern.compile("Address\\s+(?:Kbytes\\s+RSS|Perm\\s+Offset)\\s.*Mapp.*");

    private static final Pattern TOTAL = Pattern.compile("total kB\\s+\\d+\\s+(\\d{1,15}).*");

    private static final Pattern COMMAND = Pattern.compile("(\\d{1,10}): +\\S.*");

    private static final List<String> SHORT = List.of("Address", "Kbytes", "RSS", "Dirty", "Mode", "Mapping");

    private List<String> columns = SHORT;
    private long pid = -1;
    private long totalBytes = -1;
    private final List<Mapping> mappings = new ArrayList<>();

    private PmapText() {}

    /** Whether a line, stripped, is its head, or a row of {@code -x}. */
    static boolean isSign(String text) {
        return !text.isEmpty()
                && (text.startsWith("Address")
                        ? HEAD.matcher(text).matches()
                        : Character.digit(text.charAt(0), 16) >= 0
                                && ROW.matcher(text).matches());
    }

    static TextRead read(LineCursor lines) {
        PmapText text = new PmapText();
        for (String line = lines.next(); line != null; line = lines.next()) {
            text.line(line.strip());
        }
        return text.all();
    }

    private TextRead all() {
        mappings.sort(Comparator.comparingLong(Mapping::from));
        List<Sample> samples = new ArrayList<>();
        if (!mappings.isEmpty()) {
            samples.add(new Smaps(mappings));
            if (pid >= 0) {
                samples.add(new ProcessId(pid));
            }
        }
        List<String> notes = new ArrayList<>();
        long found = mappings.stream().mapToLong(Mapping::residentBytes).sum();
        if (totalBytes < 0 && !mappings.isEmpty()) {
            notes.add(TextRead.missing("the output of pmap has no line with the sums: mappings may be missing"));
        } else if (totalBytes != found && !mappings.isEmpty()) {
            notes.add(TextRead.missing("the mappings have " + (found >> 10) + " kB resident of the "
                    + (totalBytes >> 10) + " kB that pmap sums up: the rest is not in the text"));
        }
        return new TextRead(samples, notes);
    }

    private void line(String text) {
        Matcher total = TOTAL.matcher(text);
        Matcher command = COMMAND.matcher(text);
        if (HEAD.matcher(text).matches()) {
            columns = Arrays.asList(text.split("\\s+"));
        } else if (total.matches()) {
            totalBytes = Long.parseLong(total.group(1)) << 10;
        } else if (mappings.isEmpty() && pid < 0 && command.matches()) {
            pid = Long.parseLong(command.group(1));
        } else if (text.endsWith(" KB") && !columns.equals(SHORT)) {
            sums(text.split("\\s+"));
        } else {
            row(text);
        }
    }

    /** The last line of {@code -X}: the columns from the sizes on. */
    private void sums(String[] sums) {
        int size = columns.indexOf("Size");
        int resident = columns.indexOf("Rss");
        if (size >= 0 && resident >= size && resident - size < sums.length && isNumber(sums[resident - size])) {
            totalBytes = Long.parseLong(sums[resident - size]) << 10;
        }
    }

    private void row(String text) {
        String[] cells = text.split("\\s+");
        int named = columns.indexOf("VmFlags") >= 0 ? columns.indexOf("VmFlags") : columns.size() - 1;
        if (cells.length < columns.size() - 2 || cells.length < 5 || !cells[0].matches("\\p{XDigit}{8,16}")) {
            return;
        }
        // Columns with two words in the head, such as "Mapped File" of others, have one of their own here.
        named = columns.contains("File") ? named - 1 : named;
        long size = kilobytes(cells, "Kbytes", "Size");
        long resident = kilobytes(cells, "RSS", "Rss");
        String mode = cell(cells, "Mode", "Perm");
        if (size <= 0 || resident < 0 || !mode.matches("[r-][w-][x-].*")) {
            return;
        }
        int from = named;
        while (columns.contains("VmFlags") && from < cells.length && cells[from].matches("[a-z]{2}")) {
            from++;
        }
        String name = from < cells.length ? String.join(" ", Arrays.copyOfRange(cells, from, cells.length)) : "";
        add(cells, Long.parseUnsignedLong(cells[0], 16), size, resident, mode, name(name));
    }

    private void add(String[] cells, long from, long size, long resident, String mode, String name) {
        long huge = kilobytes(cells, "AnonHugePages");
        long swapped = kilobytes(cells, "Swap");
        boolean shared = mode.indexOf('s') > 0;
        boolean file = name.startsWith("/");
        // Without that column, what was written of a private mapping of a file is no longer the file's.
        long counted = kilobytes(cells, "Anonymous");
        long written = !file ? resident : shared ? 0 : Math.clamp(kilobytes(cells, "Anon", "Dirty"), 0, resident);
        String inode = cell(cells, "Inode");
        boolean heap = name.startsWith("/memfd:java_heap");
        String identity = !inode.isEmpty() && !inode.equals("0")
                ? cell(cells, "Device") + " " + inode
                // Views of ZGC's heap differ in the highest bit of the address alone.
                : heap ? name : "";
        String begin = cell(cells, "Offset");
        mappings.add(new Mapping(
                from,
                from + size,
                mode.substring(0, 3) + (shared ? "s" : "p"),
                name,
                resident,
                counted < 0 ? written : counted,
                Math.max(0, huge),
                Math.max(0, swapped),
                kilobytes(cells, "Pss"),
                identity,
                begin.matches("\\p{XDigit}{1,15}")
                        ? Long.parseLong(begin, 16)
                        : heap ? from & ~Long.highestOneBit(from) : 0));
    }

    /** As {@code smaps} has it. Without {@code -p} the last part of a path is all that there is. */
    private String name(String mapping) {
        String close = mapping.replace("[ ", "[").replace(" ]", "]");
        if (close.equals(ANONYMOUS) || close.isEmpty() || close.equals("-")) {
            return "";
        } else if (close.startsWith("[") || close.startsWith("/")) {
            return close;
        } else if (close.equals("modules")) {
            return "/lib/modules";
        }
        return close.equals(String.valueOf(pid)) ? "/hsperfdata_/" + close : "/" + close;
    }

    private String cell(String[] cells, String... names) {
        for (String name : names) {
            int at = columns.indexOf(name);
            if (at >= 0 && at < cells.length) {
                return cells[at];
            }
        }
        return "";
    }

    /** In bytes, or -1 where there is no such column, or nothing in it. */
    private long kilobytes(String[] cells, String... names) {
        String cell = cell(cells, names).toLowerCase(Locale.ROOT);
        return isNumber(cell) ? Long.parseLong(cell) << 10 : -1;
    }

    private static boolean isNumber(String cell) {
        return cell.matches("\\d{1,15}");
    }
}
