package dev.loomweight.memory.reconcile;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What stands out in a process' memory. */
final class ReconciliationFindings {

    /** The part of resident memory that may stay unexplained before it is worth a word. */
    static final double UNEXPLAINED = 0.05;

    /** A part is notable from this share of resident memory, and from this amount on. */
    private static final double NOTABLE_SHARE = 0.15;

    private static final long NOTABLE_BYTES = 32L << 20;

    private ReconciliationFindings() {}

    static void addTo(List<Finding> findings, String title, Reconciliation whole, boolean killed) {
        if (whole.total() < 0) {
            return;
        }
        if (!killed) {
            nearLimit(findings, title, whole);
        }
        unexplained(findings, title, whole);
        String rss = " of the " + Amounts.bytes(whole.total()) + " that " + title + " has resident are ";
        if (notable(whole, Part.RETAINED)) {
            findings.add(new Finding(
                    "mallocRetained",
                    Severity.WARNING,
                    Amounts.bytes(whole.resident(Part.RETAINED)) + rss + "freed memory that glibc keeps.",
                    "Native code gave it back to malloc, and malloc did not give it back to the kernel: it is no leak,"
                            + " but it counts against the limit. Arenas, of which each thread may get one, make it"
                            + " worse.",
                    "jcmd PID System.trim_native_heap gives it back once, -XX:TrimNativeHeapInterval=60000 at intervals"
                            + " (JDK 17 updates and later); MALLOC_ARENA_MAX=2 keeps it smaller from the start."));
        }
        if (notable(whole, Part.DIRECT)) {
            findings.add(
                    new Finding(
                            "directMemory",
                            Severity.INFO,
                            Amounts.bytes(whole.resident(Part.DIRECT)) + rss
                                    + "direct buffers or other memory from Unsafe.",
                            "They lie outside the heap, so -Xmx does not bound them"
                                    + (whole.recorded().direct() == null
                                            ? "."
                                            : "; JFR counts "
                                                    + Amounts.bytes(whole.recorded()
                                                            .direct()
                                                            .usedBytes()) + " of direct buffers."),
                            "-XX:MaxDirectMemorySize bounds direct buffers; allocators that go to Unsafe have their own bounds."));
        }
        if (notable(whole, Part.FILES)) {
            findings.add(new Finding(
                    "mappedFiles",
                    Severity.INFO,
                    Amounts.bytes(whole.resident(Part.FILES)) + rss + "mapped files" + largest(whole) + ".",
                    "Clean pages of a file are page cache: the kernel drops them before it kills, so they look worse in"
                            + " RSS than they are.",
                    ""));
        }
        if (notable(whole, Part.NATIVE)) {
            findings.add(new Finding(
                    "nativeMalloc",
                    Severity.INFO,
                    Amounts.bytes(whole.resident(Part.NATIVE)) + rss + "malloc of native code.",
                    "NMT counts the JVM alone; compression, TLS and other libraries allocate beside it.",
                    "Close what holds it (Deflater, Inflater, native handles); a malloc profiler names the callers."));
        }
    }

    private static boolean notable(Reconciliation whole, Part part) {
        long bytes = whole.resident(part);
        return bytes >= NOTABLE_BYTES && bytes >= NOTABLE_SHARE * whole.total();
    }

    private static String largest(Reconciliation whole) {
        return whole.files().entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(file -> ", most of all " + file.getKey())
                .orElse("");
    }

    private static void unexplained(List<Finding> findings, String title, Reconciliation whole) {
        if (whole.unexplained() > UNEXPLAINED) {
            findings.add(new Finding(
                    "unexplainedMemory",
                    Severity.WARNING,
                    Amounts.bytes(whole.resident(Part.REMAINDER)) + " ("
                            + Amounts.percent(whole.unexplained()) + ") of what " + title
                            + " has resident is explained by nothing that was given.",
                    whole.precision() == Reconciliation.Precision.BY_MAPPING
                            ? "It is anonymous memory that neither NMT nor glibc's malloc knows: mapped by native code,"
                                    + " or by another allocator."
                            : "The texts that would tell are missing; the notes below the table name them.",
                    "Take them together: VM.native_memory detail scale=b, /proc/PID/smaps, System.native_heap_info; or"
                            + " loomweight memory PID."));
        }
    }

    private static void nearLimit(List<Finding> findings, String title, Reconciliation whole) {
        Long limit = LimitTable.limit(whole);
        if (limit == null || limit <= 0 || whole.total() <= limit / 10 * 9) {
            return;
        }
        findings.add(new Finding(
                "nearLimit",
                Severity.WARNING,
                title + " has " + Amounts.bytes(whole.total()) + " resident of the " + Amounts.bytes(limit)
                        + " that its container may use.",
                "The kernel kills a process that goes over the limit.",
                "Raise the limit, or lower what is largest in the table of parts."));
    }
}
