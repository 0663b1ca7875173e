package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.NmtCategory;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a process' memory. A resident byte belongs to exactly one of them.
 *
 * <p>Memory that the JVM maps is in the kernel's list of mappings. Memory from malloc is not, since blocks of all owners
 * share a mapping: each part of malloc is the allocated amount, from NMT or glibc, and their sum is compared with the
 * resident memory.
 */
public enum Part {
    /** The Java heap. */
    HEAP("Java heap", Kind.MAPPED),
    /** The stacks of threads that the JVM knows. */
    STACKS("thread stacks", Kind.MAPPED),
    /** Metadata of classes. */
    CLASSES("metaspace and class space", Kind.MAPPED),
    /** The archive of the JDK's classes. */
    ARCHIVE("shared class archive (CDS)", Kind.MAPPED),
    /** Compiled code and stubs. */
    CODE("code cache", Kind.MAPPED),
    /** Card tables, bitmaps and the like. */
    GC("GC structures", Kind.MAPPED),
    /** Anything else that the JVM maps. */
    VM("other mappings of the JVM", Kind.MAPPED),
    /** Structures of threads. */
    MALLOC_THREADS("for threads", Kind.JVM_MALLOC),
    /** Symbols, class loaders, modules. */
    MALLOC_CLASSES("for classes and symbols", Kind.JVM_MALLOC),
    /** The collector's own. */
    MALLOC_GC("for GC", Kind.JVM_MALLOC),
    /** Compilers, their arenas, and the code cache's own structures. */
    MALLOC_COMPILER("for compilers and code", Kind.JVM_MALLOC),
    /** The cost of NMT. */
    MALLOC_NMT("NMT's own", Kind.JVM_MALLOC),
    /** The cost of JFR. */
    MALLOC_JFR("JFR's own", Kind.JVM_MALLOC),
    /** The other categories of NMT. */
    MALLOC_OTHER("other", Kind.JVM_MALLOC),
    /** Direct byte buffers and other memory from Unsafe: NMT's category Other. */
    DIRECT("direct buffers and Unsafe", Kind.MALLOC),
    /** Live blocks of native code, which NMT does not see, with the overhead of glibc. */
    NATIVE("malloc of native code, not in NMT", Kind.MALLOC),
    /** Freed blocks that glibc did not release to the kernel. */
    RETAINED("freed, retained by glibc", Kind.MALLOC),
    /** Allocated and never touched: negative, since it is in the parts above and not resident. */
    UNTOUCHED("allocated, never touched", Kind.CORRECTION),
    /** Files that the application maps. */
    FILES("mapped files", Kind.FILE),
    /** Libraries, the program, the JDK's class file, locales. */
    LIBRARIES("libraries and the JDK's files", Kind.FILE),
    /** The stack of the process' first thread, which only starts the JVM, and the kernel's pages. */
    KERNEL("first thread's stack, kernel pages", Kind.FILE),
    /** Resident memory that no source accounts for. */
    REMAINDER("unaccounted for", Kind.REMAINDER);

    /** The kind of a part, which decides how it is measured. */
    public enum Kind {
        /** A mapping of the JVM. */
        MAPPED,
        /** The JVM's own blocks from malloc, from NMT. */
        JVM_MALLOC,
        /** Other blocks from malloc. */
        MALLOC,
        /** A correction of the sum of the parts above. */
        CORRECTION,
        /** A mapping that the JVM did not make. */
        FILE,
        /** Not known. */
        REMAINDER
    }

    /** The name of all parts of the kind {@link Kind#JVM_MALLOC} together. */
    static final String JVM_MALLOC = "malloc of the JVM";

    private final String label;
    private final Kind kind;

    Part(String label, Kind kind) {
        this.label = label;
        this.kind = kind;
    }

    /** The name in reports. */
    public String label() {
        return label;
    }

    /** The kind. */
    public Kind kind() {
        return kind;
    }

    /** The part that an NMT category's mappings are; {@code Thread Stack} is the name in recordings and detail reports. */
    static Part ofMappings(String category) {
        return switch (category) {
            case NmtCategory.JAVA_HEAP -> HEAP;
            case NmtCategory.THREAD, "Thread Stack" -> STACKS;
            case "Class", "Metaspace" -> CLASSES;
            case "Shared class space", "Shared spaces" -> ARCHIVE;
            case "Code" -> CODE;
            case "GC", "Card Table", "GCCardSet" -> GC;
            default -> VM;
        };
    }

    /** The part that an NMT category's blocks from malloc are, arenas included. */
    public static Part ofMalloc(String category) {
        return switch (category) {
            case NmtCategory.THREAD -> MALLOC_THREADS;
            case "Class", "Metaspace", "Symbol", "Module", "Shared class space", "String Deduplication" ->
                MALLOC_CLASSES;
            case "GC", "GCCardSet", "Java Heap" -> MALLOC_GC;
            case "Compiler", "Arena Chunk", "Code" -> MALLOC_COMPILER;
            case NmtCategory.NMT -> MALLOC_NMT;
            case NmtCategory.TRACING -> MALLOC_JFR;
            // HotSpot counts Unsafe.allocateMemory, and so direct buffers, as Other.
            case "Other" -> DIRECT;
            default -> MALLOC_OTHER;
        };
    }

    /** The part of a mapping from its tag in System.map, or null if the JVM does not know the mapping. */
    static @Nullable Part ofTag(String info) {
        String first = info.contains(",") ? info.substring(0, info.indexOf(',')) : info;
        if (first.startsWith("STACK-")) {
            return STACKS;
        }
        return switch (first) {
            case "-" -> null;
            case "JAVAHEAP" -> HEAP;
            case "META", "CLASS" -> CLASSES;
            case "CDS" -> ARCHIVE;
            case "CODE" -> CODE;
            case "GC", "CARDTBL" -> GC;
            default -> VM;
        };
    }
}
