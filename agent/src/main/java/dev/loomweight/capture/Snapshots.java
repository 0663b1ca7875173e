package dev.loomweight.capture;

import dev.loomweight.capture.CaptureFolder.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots of a running JVM: every part into its file, and for every part that is not to be had, why.
 *
 * <p>The order matters. What the kernel knows is read first, since the JVM needs memory for its own answers; the
 * histogram comes last, since it collects garbage. NMT is asked at every snapshot because the walk over the stacks
 * happens only then: the figures in a recording do not change between.
 */
public final class Snapshots {

    /** What each part of a snapshot costs the target. */
    private static final Map<Part, String> COMMANDS = commands();

    private static final Set<Part> WRITTEN_BY_TARGET = EnumSet.of(Part.THREADS, Part.THREADS_JSON, Part.HEAP);

    /** The platform thread that polls for pollers which are virtual threads. */
    private static final Set<String> MASTER_POLLERS = Set.of("Master-Poller", "MasterPoller");

    private static final String UNKNOWN = "Unknown diagnostic command";

    private static final String INFO = "VM.info";

    /** Lines of VM.info that other readers know as its memory. */
    private static final String INFO_RESIDENT = "Resident Set Size: ";

    private static final String INFO_MALLOC = "C-Heap outstanding allocations: ";

    private final DiagnosticCommands jvm;
    private final boolean detail;
    private @Nullable Unanswered unanswered;
    private boolean answered;
    private boolean interrupted;

    /**
     * @param jvm the target
     * @param detail whether NMT runs in detail, so that guard pages can be distinguished from stacks
     */
    public Snapshots(DiagnosticCommands jvm, boolean detail) {
        this.jvm = jvm;
        this.detail = detail;
    }

    private static Map<Part, String> commands() {
        Map<Part, String> commands = new LinkedHashMap<>();
        commands.put(Part.NMT, "VM.native_memory");
        commands.put(Part.SYSTEM_MAP, "System.map");
        commands.put(Part.NATIVE_HEAP, "System.native_heap_info");
        commands.put(Part.SCHEDULER, "Thread.vthread_scheduler");
        commands.put(Part.POLLERS, "Thread.vthread_pollers");
        commands.put(Part.THREADS, "Thread.dump_to_file");
        commands.put(Part.THREADS_JSON, "Thread.dump_to_file -format=json");
        commands.put(Part.HEAP_INFO, "GC.heap_info");
        commands.put(Part.HISTOGRAM, "GC.class_histogram");
        commands.put(Part.HEAP, "GC.heap_dump");
        return commands;
    }

    /**
     * Takes the parts into a folder. Once the target has not answered, or has ended, it is asked no further question. A file
     * gets its name when it is complete.
     *
     * @param folder where they go
     * @param parts what is wanted
     * @return for every wanted part that is missing, why; in the order of the parts
     */
    public Map<Part, String> take(Path folder, Set<Part> parts) {
        Map<Part, String> missing = new LinkedHashMap<>();
        unanswered = null;
        answered = false;
        interrupted = false;
        Path proc = Proc.of(jvm.pid());
        // First: a process that ends loses its memory, and only then its group, so that a group that is read before the
        // memory is its own, and not the root.
        if (parts.contains(Part.CGROUP)) {
            cgroup(folder, missing);
        }
        for (Part part : Part.values()) {
            if (parts.contains(part)) {
                switch (part) {
                    case STATUS -> copy(proc.resolve("status"), folder, part, missing);
                    case SMAPS -> copy(proc.resolve("smaps"), folder, part, missing);
                    case SMAPS_ROLLUP -> copy(proc.resolve("smaps_rollup"), folder, part, missing);
                    default -> {}
                }
            }
        }
        COMMANDS.forEach((part, command) -> {
            // After glibc's account of malloc, which is compared with NMT, and before the histogram's collection.
            if (part == Part.SCHEDULER && parts.contains(Part.PAGES)) {
                pages(proc, folder, missing);
            }
            if (parts.contains(part) && (part != Part.POLLERS || hasVirtualPollers())) {
                if (interrupted) {
                    missing.put(part, "skipped, because the process had ended");
                } else if (unanswered == null) {
                    ask(part, command, folder.resolve(part.fileName()), missing);
                    interrupted = !Proc.hasMemory(jvm.pid());
                } else {
                    missing.put(part, "skipped, because the process did not answer before");
                }
            }
        });
        return missing;
    }

    /** Why the last snapshot was broken off: the question that the target did not answer, or null if it answered all. */
    @Nullable
    public Unanswered unanswered() {
        return unanswered;
    }

    /** Whether the target answered a question of the last snapshot completely. */
    boolean isAnswered() {
        return answered;
    }

    /** Whether the target ended before the last snapshot was complete. */
    boolean isInterrupted() {
        return interrupted;
    }

    /** Whether pollers run that are virtual threads. The question would begin them where none has begun. */
    private boolean hasVirtualPollers() {
        return Proc.hasThread(jvm.pid(), MASTER_POLLERS::contains);
    }

    private void ask(Part part, String command, Path file, Map<Part, String> missing) {
        Path next = CaptureFolder.unfinished(file);
        try {
            String refusal = WRITTEN_BY_TARGET.contains(part) ? written(command, next) : answer(part, command, next);
            if (refusal != null) {
                missing.put(part, refusal);
            } else if (Proc.hasMemory(jvm.pid())) {
                CaptureFolder.finish(file);
                answered = true;
            } else {
                missing.put(part, "the process ended while it answered");
            }
        } catch (Unanswered e) {
            unanswered = e;
            missing.put(part, String.valueOf(e.getMessage()));
        } catch (DataException e) {
            // Older JDKs fail where newer ones answer.
            missing.put(part, isUnknown(e) ? "this JDK has no " + command : e.getMessage());
        } catch (IOException e) {
            missing.put(part, CaptureFolder.reason(e));
        }
        next.toFile().delete();
    }

    /** Why there is no answer, or null if it is in the file. */
    private @Nullable String answer(Part part, String command, Path file) throws IOException {
        try {
            jvm.run(part == Part.NMT ? command + (detail ? " detail" : " summary") + " scale=b" : command, file);
        } catch (DataException e) {
            if (part != Part.NATIVE_HEAP || !isUnknown(e)) {
                throw e;
            }
            return ofInfo(file) ? null : "this JDK has no " + command;
        }
        if (!answersUnknown(file)) {
            return null;
        }
        return part == Part.NATIVE_HEAP && ofInfo(file) ? null : "this JDK has no " + command;
    }

    /**
     * What glibc's malloc has, from VM.info, for JDKs that have no command for it alone. Of the rest, which has the environment
     * and the properties of the process, nothing is written.
     *
     * @return whether this JDK says it there
     */
    private boolean ofInfo(Path file) throws IOException {
        List<String> lines = jvm.run(INFO)
                .lines()
                .filter(line -> line.startsWith(INFO_RESIDENT) || line.startsWith(INFO_MALLOC))
                .toList();
        if (lines.stream().noneMatch(line -> line.startsWith(INFO_MALLOC))
                || lines.stream().noneMatch(line -> line.startsWith(INFO_RESIDENT))) {
            return false;
        }
        Files.write(file, lines);
        return true;
    }

    private static boolean isUnknown(DataException e) {
        return String.valueOf(e.getMessage()).contains(UNKNOWN);
    }

    /** The same; the target writes this file itself, since the dump can be larger than an answer should be. */
    private @Nullable String written(String command, Path file) throws IOException {
        String answer = jvm.runWriting(command, file);
        return Files.exists(file)
                ? null
                : answer.contains(UNKNOWN)
                        ? "this JDK has no " + command
                        : "the target could not write it: " + answer.strip();
    }

    /** Some JDKs refuse a command that they do not know in the text of their answer. */
    private static boolean answersUnknown(Path file) throws IOException {
        return Files.size(file) < 400 && Files.readString(file).contains(UNKNOWN);
    }

    private void copy(Path from, Path folder, Part part, Map<Part, String> missing) {
        if (!Proc.isThere()) {
            missing.put(part, Proc.absence());
            return;
        }
        try {
            // Not Files.copy: files of /proc claim a size of 0. The kernel walks the mappings under a lock of the
            // process, which a thread that waits for a disk may hold.
            byte[] content = TimeLimit.within(TimeLimit.KERNEL, "reading " + from, () -> Files.readAllBytes(from));
            if (content.length == 0) {
                // A process that has ended, and whose files are still there, has no memory any more.
                missing.put(part, from + " is empty: the process has ended");
                return;
            }
            write(folder.resolve(part.fileName()), file -> Files.write(file, content));
        } catch (IOException e) {
            missing.put(part, "cannot read " + from + ": " + CaptureFolder.reason(e));
        } catch (RuntimeException e) {
            missing.put(part, String.valueOf(e.getMessage()));
        } catch (Exception e) {
            missing.put(part, "cannot read " + from + ": " + e);
        }
    }

    /** The pages of NMT's regions, where it lists them; of a summary there are none, which is no lack. */
    private void pages(Path proc, Path folder, Map<Part, String> missing) {
        Path nmt = folder.resolve(Part.NMT.fileName());
        Path pageMap = proc.resolve("pagemap");
        if (!Files.exists(nmt) || !Files.exists(pageMap)) {
            return;
        }
        Path file = folder.resolve(Part.PAGES.fileName());
        try {
            write(file, next -> RegionPages.write(nmt, pageMap, next));
        } catch (IOException e) {
            CaptureFolder.unfinished(file).toFile().delete();
            missing.put(Part.PAGES, "cannot read " + pageMap + ": " + CaptureFolder.reason(e));
        }
    }

    private void cgroup(Path folder, Map<Part, String> missing) {
        try {
            List<String> figures = Cgroup.figures(jvm.pid());
            write(folder.resolve(Part.CGROUP.fileName()), file -> Files.write(file, figures));
        } catch (IOException e) {
            missing.put(Part.CGROUP, CaptureFolder.reason(e));
        }
    }

    private interface Writing {

        void write(Path file) throws IOException;
    }

    /** What the kernel has of a process that ends meanwhile may be cut off, without an error. */
    private void write(Path file, Writing writing) throws IOException {
        Path next = CaptureFolder.unfinished(file);
        writing.write(next);
        if (!Files.exists(next)) {
            return;
        }
        if (!Proc.hasMemory(jvm.pid())) {
            next.toFile().delete();
            throw new IOException("the process ended");
        }
        CaptureFolder.finish(file);
    }
}
