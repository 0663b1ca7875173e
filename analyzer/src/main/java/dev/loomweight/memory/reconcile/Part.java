package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.NmtCategory;
import java.util.EnumSet;
import java.util.Set;
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
    /** The JVM's own malloc, where it is not known what of it is resident: the sum of the parts below. */
    MALLOC_JVM("malloc of the JVM", Kind.JOINED),
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
    /** All live blocks, where NMT does not count the JVM's. */
    ANY_MALLOC("malloc (JVM and native code; without NMT)", Kind.MALLOC),
    /** The touched part of the blocks above, as far as it is not known whose it is. */
    TOUCHED("malloc above, not divided", Kind.JOINED),
    /** Freed blocks that glibc did not release to the kernel. */
    RETAINED("freed, retained by glibc", Kind.MALLOC),
    /** What a malloc other than glibc's holds in addition to the blocks above. */
    ALLOCATOR("another malloc: native code, freed", Kind.MALLOC),
    /** Mappings that the kernel joined, as far as it is not known whose page it is. */
    JOINED("joined by the kernel, not divided", Kind.JOINED),
    /** Memory whose owners the inputs do not divide. */
    UNDIVIDED("not divided", Kind.JOINED),
    /** Allocated and never touched: negative; in accounts of allocated memory alone, and never of resident memory. */
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
        /** Memory of several parts, which cannot be divided. */
        JOINED,
        /** A correction of the sum of the parts above. */
        CORRECTION,
        /** A mapping that the JVM did not make. */
        FILE,
        /** Not known. */
        REMAINDER
    }

    /** The name of all parts of the kind {@link Kind#JVM_MALLOC} together. */
    static final String JVM_MALLOC = MALLOC_JVM.label();

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

    /** The name in a list of parts. */
    String shortLabel() {
        return switch (this) {
            case HEAP -> "heap";
            case STACKS -> "stacks";
            case CLASSES -> "metaspace";
            case ARCHIVE -> "CDS";
            case CODE -> "code";
            case GC -> "GC";
            case VM -> "other mappings";
            case MALLOC_JVM -> "malloc";
            case DIRECT -> "direct buffers";
            default -> label;
        };
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

    /**
     * The parts of a mapping from its tags in System.map: several if the kernel joined mappings, none if the JVM does not
     * know the mapping.
     */
    static Set<Part> ofTags(String info) {
        Set<Part> parts = EnumSet.noneOf(Part.class);
        if (info.startsWith("STACK-")) {
            // The name of a thread may have any sign in it.
            parts.add(STACKS);
            return parts;
        }
        for (String tag : info.split(",", -1)) {
            Part part = ofTag(tag);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
    }

    private static @Nullable Part ofTag(String tag) {
        if (tag.startsWith("STACK-")) {
            return STACKS;
        }
        return switch (tag) {
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
