package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.ProcTexts.Smaps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code /proc/PID/smaps}: a line for each mapping, and below it lines of {@code Name: 12 kB}, of which five are kept; see
 * proc_pid_smaps(5). What is kept of a mapping is some hundred bytes, so a file of 100 MB takes about a tenth of that.
 */
final class SmapsText {

    private final LineScanner scan = new LineScanner();
    private final List<Smaps.Mapping> mappings = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final Map<String, String> words = new HashMap<>();
    private long unknownCount;
    private final LineCursor lines;
    private long damagedAt;
    private boolean open;
    /** By the number of their lines, which is one for all of a file: how many mappings there are, and where the first is. */
    private final Map<Integer, long[]> ofFields = new HashMap<>();

    private int fields;
    /** Whether the lines that come next have no mapping: that of the sums, or one that is already said to be lost. */
    private boolean headless;

    private boolean wrapped;
    private long apart;
    private int parts;
    private long damaged;
    private boolean stack;
    private boolean flags;
    private boolean anyFlags;
    private boolean hasResident;
    private long from;
    private long to;
    private String protection = "";
    private String name = "";
    private long resident;
    private long anonymous;
    private long huge;
    private long swapped;
    private long proportional;
    private String file = "";
    private long offset;

    /** No JVM has fewer mappings. */
    private static final int MIN_OF_JVM = 20;

    private static final Pattern OF_MAPPING = Pattern.compile(
            "(?:Size|KernelPageSize|MMUPageSize|Rss|Pss\\w*|Shared_\\w+|Private_\\w+"
                    + "|Referenced|Anonymous|KSM|LazyFree|AnonHugePages|\\w+PmdMapped|Swap|SwapPss|Locked|THPeligible|ProtectionKey|VmFlags):");

    private static final String RESIDENT = "Rss:";

    private SmapsText(LineCursor lines) {
        this.lines = lines;
    }

    /** Whether a line, stripped, is one that only {@code smaps} has: not {@code maps}, and not {@code smaps_rollup}. */
    static boolean isSign(String text) {
        return text.startsWith("KernelPageSize:");
    }

    /** All mappings, with the notes for the coverage. */
    static TextRead read(LineCursor lines) {
        SmapsText smaps = new SmapsText(lines);
        for (String line = lines.next(); line != null; line = lines.next()) {
            smaps.line(line);
        }
        return smaps.all();
    }

    private TextRead all() {
        List<String> notes = new ArrayList<>();
        if (open && !hasResident) {
            notes.add(TextRead.missing("smaps ends early: its last mapping has no line \"Rss\""));
        }
        close();
        if (mappings.isEmpty()) {
            return new TextRead(List.of(), notes);
        }
        // Most have the same fields; those that have others lack some.
        ofFields.values().stream()
                .sorted(Comparator.comparingLong((long[] some) -> some[0]).reversed())
                .skip(1)
                .forEach(some -> damaged((int) some[0], some[1]));
        // Each has flags as its last line, but of kernels before 3.8.
        damaged += !anyFlags && mappings.size() < MIN_OF_JVM && damaged == 0 ? 1 : 0;
        if (notes.isEmpty() && damaged > 0) {
            notes.add(TextRead.missing("smaps lacks lines in " + damaged + " of its " + mappings.size() + " mappings"
                    + (damagedAt == 0 ? "" : ", first before line " + damagedAt)));
        } else if (!stack && mappings.size() >= MIN_OF_JVM) {
            notes.add(
                    TextRead.missing("smaps has no mapping [stack], which is one of the last: others may be missing"));
        }
        if (unknownCount > 0) {
            TextRead.quote(notes, unknown, "unknown lines in smaps");
        }
        return TextRead.of(new Smaps(mappings), notes);
    }

    private void line(String line) {
        if (line.isEmpty() || header(line)) {
            return;
        }
        if (open) {
            field(line);
        } else if (!headless
                && (mappings.isEmpty() ? OF_MAPPING.matcher(line).lookingAt() : line.startsWith(RESIDENT))) {
            // The end of a mapping whose beginning is lost.
            headless = true;
            damaged(1, lines.number());
        }
    }

    /** A field that is kept, or any other in the form of one; lines of no form are counted and the first are quoted. */
    private void field(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            // What follows a path is the rest of it.
            wrapped |= fields == 0;
            unknown(line);
            return;
        }
        fields++;
        switch (line.substring(0, colon)) {
            case "Rss" -> {
                resident = kilobytes(line, colon);
                hasResident = true;
            }
            case "Shared_Clean", "Shared_Dirty", "Private_Clean", "Private_Dirty" -> {
                apart += kilobytes(line, colon);
                parts++;
            }
            case "Pss" -> proportional = kilobytes(line, colon);
            case "Anonymous" -> anonymous = kilobytes(line, colon);
            case "AnonHugePages" -> huge = kilobytes(line, colon);
            case "Swap" -> swapped = kilobytes(line, colon);
            case "VmFlags" -> {
                // The last line of a mapping: what comes next is of another, or of another text.
                flags = true;
                anyFlags = true;
                close();
            }
            default -> {}
        }
    }

    private void unknown(String line) {
        unknownCount++;
        if (unknown.size() < 8) {
            unknown.add(line);
        }
    }

    private long kilobytes(String line, int colon) {
        scan.over(line.substring(colon + 1));
        long value = scan.number();
        return scan.failed() || value > Long.MAX_VALUE >> 10 || !scan.eat(" kB") ? 0 : value << 10;
    }

    /** {@code 7f00-7f10 rw-p 00001000 fe:00 315633   /lib/libc.so.6}, with the name missing for anonymous memory. */
    private boolean header(String line) {
        char first = line.charAt(0);
        if (Character.digit(first, 16) < 0 || line.indexOf('-') < 0) {
            return false;
        }
        scan.over(line);
        long start = scan.hex();
        scan.expect("-");
        long end = scan.hex();
        scan.expect(" ");
        String rights = scan.word();
        if (scan.failed() || rights.length() != 4) {
            return false;
        }
        scan.blanks();
        long begin = scan.hex();
        scan.word();
        scan.blanks();
        String device = scan.word();
        scan.blanks();
        String inode = scan.word();
        scan.blanks();
        close();
        // One that ends before it begins is damaged, and what it has is left out.
        open = end > start;
        if (!open) {
            unknown(line);
        }
        hasResident = false;
        fields = 0;
        apart = 0;
        parts = 0;
        from = start;
        to = end;
        protection = interned(rights);
        name = interned(scan.rest());
        // Sums of all mappings, in a file of its own.
        headless = name.equals("[rollup]");
        open &= !headless;
        flags &= !open;
        wrapped = false;
        resident = 0;
        anonymous = 0;
        huge = 0;
        swapped = 0;
        proportional = -1;
        file = inode.equals("0") ? "" : interned(device + " " + inode);
        offset = scan.failed() ? 0 : begin;
        return true;
    }

    private String interned(String word) {
        String known = words.putIfAbsent(word, word);
        return known == null ? word : known;
    }

    private void damaged(int more, long at) {
        damaged += more;
        damagedAt = damagedAt == 0 ? at : Math.min(damagedAt, at);
    }

    private void close() {
        if (open) {
            // A mapped file has its path.
            boolean lacks = (parts == 4 && apart != resident)
                    || wrapped
                    || (anyFlags && !flags)
                    || (!file.isEmpty() && name.isEmpty());
            if (lacks) {
                damaged(1, lines.number());
            } else {
                ofFields.computeIfAbsent(fields, any -> new long[] {0, lines.number()})[0]++;
            }
            stack |= name.equals("[stack]");
            mappings.add(new Smaps.Mapping(
                    from, to, protection, name, resident, anonymous, huge, swapped, proportional, file, offset));
        }
        open = false;
    }
}
