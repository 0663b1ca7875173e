package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A file that is of no {@link TextFormat}: what was seen of it, and what to do with it. */
final class UnknownText {

    /** What is looked at: who named a wrong file is not to wait for all of it. */
    private static final int MAX_LINES = 5_000;

    /** So many words before a sign can be a prefix: date, time, level, thread, class of the logger, container. */
    private static final int MAX_WORDS = 12;

    private static final String READ = "thread dumps (Thread.print, jstack,"
            + " Thread.dump_to_file, actuator), answers of jcmd on memory (VM.native_memory, GC.class_histogram, VM.info),"
            + " crash logs, files of /proc, pmap -x, and what the kernel, Kubernetes or Docker report of an end";

    /** By the first bytes, as UTF-8 has them with malformed bytes replaced. */
    private static final Map<String, String> BINARY = new LinkedHashMap<>();

    /** By the first line that is like one of these: what it is, and what to do with it. */
    private static final Map<Pattern, String> FILES = new LinkedHashMap<>();

    /** By any line that has one of these, which are bounded since a line can be long: what a text has of a format, of which it lacks the rest. */
    private static final Map<Pattern, String> PARTS = new LinkedHashMap<>();

    static {
        BINARY.put(
                "\uFFFD\uFFFD\uFFFD\uFFFD\0\0",
                "this is a class file; name class files with --classpath, next to an input");
        BINARY.put("(\uFFFD/\uFFFD", "this is a file compressed by zstd; unpack it first");
        BINARY.put("\uFFFD7zXZ\0", "this is a file compressed by xz; unpack it first");
        BINARY.put("BZh", "this is a file compressed by bzip2; unpack it first");
        FILES.put(
                Pattern.compile(".*<configuration .*|.*Recommended way to edit \\.jfc files.*"),
                "these are settings of Flight Recorder; name them with --settings where something is recorded:"
                        + " loomweight record PID --settings FILE");
        FILES.put(
                Pattern.compile("\\[(budget|suppress|baseline|check)[\\w.-]*]+\\s*|max-[a-z-]+\\s*=.*"),
                "these are budgets; name them with --config, next to an input: loomweight check --config FILE PATH");
        FILES.put(
                Pattern.compile(
                        "(package|import) [\\w.]+( ?\\*)?;.*|(public |final )*(class|interface|record|enum) \\w++.*\\{"),
                "this is source code; name the compiled classes with --classpath, next to an input");
        FILES.put(
                Pattern.compile("Total Usage - \\d+ loaders.*"),
                "this is the answer of VM.metaspace, which Loomweight does not read; jcmd PID VM.native_memory summary scale=b"
                        + " has metaspace, next to all else");
        FILES.put(
                Pattern.compile("Code(Heap '.*'|Cache): size=\\d+Kb,? .*"),
                "this is the answer of Compiler.codecache, which Loomweight does not read; jcmd PID VM.native_memory summary"
                        + " scale=b has the code cache, next to all else");
        FILES.put(
                Pattern.compile("CONTAINER( ID)? .*CPU %.*MEM USAGE ?/ ?LIMIT.*"),
                "this is the output of docker stats, which Loomweight does not read; docker inspect CONTAINER has the limit and"
                        + " how it ended, and loomweight memory PID where the memory of a JVM in it is");
        FILES.put(
                Pattern.compile(
                        "(NAMESPACE +)?(POD +)?NAME +CPU\\(cores\\) +(CPU% +)?MEMORY\\(bytes\\).*|POD +NAME +CPU.*"),
                "this is the output of kubectl top, which Loomweight does not read; kubectl describe pod NAME has limits and how"
                        + " containers ended, and jcmd PID VM.native_memory summary scale=b in the pod where a JVM's memory is");
        FILES.put(
                Pattern.compile("\\p{XDigit}{8,16} +\\d+K [r-][w-][x-][s-][R-].*"),
                "this is the output of pmap without -x, which has sizes and not what is resident; use pmap -x PID, or"
                        + " cat /proc/PID/smaps");
        FILES.put(
                Pattern.compile("ClassLoader +Parent +CLD\\*.*"),
                "this is the answer of VM.classloader_stats, which Loomweight does not read; jcmd PID GC.class_histogram has"
                        + " the objects of each class, and jcmd PID VM.native_memory summary scale=b metaspace");
        PARTS.put(
                Pattern.compile("\\b(?:reserved=\\d.{1,80}committed=|malloc=\\d.{1,40} #\\d|mmap: reserved=)"),
                "lines of native memory tracking");
        PARTS.put(
                Pattern.compile("\\bat (?:[\\w$/@-]{1,200}+\\.){1,50}+[\\w$<>]{1,200}+\\([^()]{0,200}+\\)"),
                "stack traces without the heads of threads");
        PARTS.put(
                Pattern.compile("\\b\\d{1,9}+: {1,20}+\\d{1,18}+ {1,20}+\\d{1,18}+ {1,20}+[\\w.$\\[;]"),
                "lines of a class histogram");
        PARTS.put(
                Pattern.compile("# (?:Problematic|Java) frame|siginfo: |Dynamic libraries:|VM Arguments:"),
                "lines of a crash log without its head");
        PARTS.put(
                Pattern.compile("\\[gc[ ,\\]]|\\[(?:Full )?GC |GC\\(\\d{1,9}+\\) "),
                "lines of a log of the garbage collector");
        PARTS.put(Pattern.compile("\\bOutOfMemoryError\\b"), "an OutOfMemoryError");
    }

    private UnknownText() {}

    /**
     * What was seen of a text, and what to do, as the end of a sentence on the file.
     *
     * @param file its name: what should be a recording is said to be none
     */
    static String seen(LineCursor lines, String file) {
        boolean recording = file.toLowerCase(Locale.ROOT).endsWith(".jfr");
        String kind = null;
        String part = null;
        boolean first = true;
        String line = lines.next();
        for (int read = 0; read < MAX_LINES && line != null; read++, line = lines.next()) {
            String text = line.strip();
            if (text.isEmpty()) {
                continue;
            }
            if (first && isBinary(text)) {
                return binary(line, recording);
            }
            first = false;
            String sign = sign(text);
            if (sign != null) {
                return notRecording(recording) + "it has " + sign
                        + " behind other words, which differ from line to line or are not known; remove them, or attach the"
                        + " text to an issue of Loomweight";
            }
            kind = kind == null ? kind(text) : kind;
            part = part == null ? part(text) : part;
        }
        if (part != null) {
            return notRecording(recording) + "it has " + part + ", and none of the texts that Loomweight reads: "
                    + READ;
        }
        return kind != null
                ? kind
                : recording
                        ? "this is a text and not a recording, and none that Loomweight reads: " + READ
                        : "this is no text that Loomweight reads: " + READ;
    }

    private static String notRecording(boolean recording) {
        return recording ? "this is a text and not a recording: " : "";
    }

    private static boolean isBinary(String text) {
        return text.chars().limit(64).anyMatch(c -> c == 0xFFFD || (c < ' ' && c != '\t' && c != 0x1b))
                || text.startsWith("BZh");
    }

    private static String binary(String text, boolean recording) {
        return BINARY.entrySet().stream()
                .filter(begin -> text.startsWith(begin.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(
                        recording
                                ? "this is a damaged recording: it does not begin as one; copy it again from where it was"
                                        + " made, or record again"
                                : "this is no text, and no kind of file that Loomweight reads");
    }

    /** The format of which a line has the sign after some words; null for none. */
    private static @Nullable String sign(String text) {
        String rest = text;
        for (int words = 0; words < MAX_WORDS; words++) {
            int blank = rest.indexOf(' ');
            if (blank < 0) {
                return null;
            }
            rest = rest.substring(blank + 1).strip();
            String of = rest;
            Optional<TextFormat> found = Stream.of(TextFormat.values())
                    .filter(format -> format != TextFormat.VM_INFO && format.isSign(of))
                    .findFirst();
            if (found.isPresent()) {
                return found.get().label();
            }
        }
        return null;
    }

    /** What a file is of which a line is, and what to do with it; null where the line does not show that. */
    static @Nullable String kind(CharSequence line) {
        return first(FILES, pattern -> pattern.matcher(line).matches());
    }

    /** What a text has of a format, by one of its lines; null where the line does not show that. */
    static @Nullable String part(CharSequence line) {
        return first(PARTS, pattern -> pattern.matcher(line).find());
    }

    private static @Nullable String first(Map<Pattern, String> kinds, Predicate<Pattern> is) {
        return kinds.entrySet().stream()
                .filter(kind -> is.test(kind.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}
