package dev.loomweight.memory;

import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.EnumSet;
import java.util.List;
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
    public static final String JVM_MALLOC = MALLOC_JVM.label();

    private static final String INTERNAL = "Internal";

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
    public String shortLabel() {
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

    /**
     * What a category of NMT is.
     *
     * @param mapped its mappings
     * @param malloc its blocks from malloc, arenas included
     * @param place where it grows; null for the heap, which has places of its own
     */
    private record Category(
            Part mapped, Part malloc, @Nullable Place place) {}

    /** What counts as the JVM's other malloc: also what no version of Loomweight knew when it was written. */
    private static final Category ANY = new Category(VM, MALLOC_OTHER, Place.JVM_MALLOC);

    /** The categories of NMT on JDK 7 to 25, and {@code Thread Stack}, as recordings and detail reports have it; or null. */
    private static @Nullable Category category(String name) {
        return switch (name) {
            case NmtCategory.JAVA_HEAP -> new Category(HEAP, MALLOC_GC, null);
            case NmtCategory.THREAD, NmtCategory.THREAD_STACK ->
                new Category(STACKS, MALLOC_THREADS, Place.PLATFORM_THREADS);
            case NmtCategory.CLASS, "Metaspace" -> new Category(CLASSES, MALLOC_CLASSES, Place.METASPACE);
            case NmtCategory.SYMBOL, "Module" -> new Category(VM, MALLOC_CLASSES, Place.METASPACE);
            case "Shared class space", "Shared spaces", "Shared spaces for classes", "Shared space for classes" ->
                new Category(ARCHIVE, MALLOC_CLASSES, Place.OTHER);
            case "Code" -> new Category(CODE, MALLOC_COMPILER, Place.CODE);
            case "GC", "Card Table", "GCCardSet" -> new Category(GC, MALLOC_GC, Place.GC);
            case "String Deduplication" -> new Category(VM, MALLOC_GC, Place.GC);
            // Nearly all of the compilers' memory is arenas; free chunks of arenas are in no other category.
            case "Compiler", "Arena Chunk", "Pooled Free Chunks" -> new Category(VM, MALLOC_COMPILER, Place.JVM_ARENAS);
            case NmtCategory.NMT, "Memory Tracking" -> new Category(VM, MALLOC_NMT, Place.JVM_MALLOC);
            case NmtCategory.TRACING -> new Category(VM, MALLOC_JFR, Place.JVM_MALLOC);
            // HotSpot counts Unsafe.allocateMemory, and so direct buffers, as Other.
            case "Other" -> new Category(VM, DIRECT, Place.DIRECT_BUFFERS);
            // These are mapped.
            case "Unknown", "Safepoint" -> new Category(VM, MALLOC_OTHER, Place.OTHER);
            case INTERNAL,
                    "JVMCI",
                    "Test",
                    "Logging",
                    "Statistics",
                    "Arguments",
                    "Synchronizer",
                    "Synchronization",
                    "Serviceability",
                    "Object Monitors" -> ANY;
            default -> null;
        };
    }

    private static Category categoryOrAny(String name) {
        Category known = category(name);
        return known == null ? ANY : known;
    }

    /** Whether a category of NMT is known; if not, it counts as the JVM's other malloc. */
    public static boolean isKnown(String category) {
        return category(category) != null;
    }

    /** Whether direct buffers may be in a category: before JDK 11 there is none of their own. */
    public static boolean mayHaveDirectBuffers(String category, List<NmtCategory> all) {
        return category.equals(INTERNAL)
                && all.stream().noneMatch(other -> placeOf(other.name()) == Place.DIRECT_BUFFERS);
    }

    /** The part that an NMT category's mappings are. */
    public static Part ofMappings(String category) {
        return categoryOrAny(category).mapped();
    }

    /** The part that an NMT category's blocks from malloc are, arenas included. */
    public static Part ofMalloc(String category) {
        return categoryOrAny(category).malloc();
    }

    /** The part that most of a category is, where mappings and malloc are not divided, as in recordings. */
    public static Part ofMost(String category) {
        Category found = categoryOrAny(category);
        return category.equals(NmtCategory.THREAD) || found.mapped() == VM ? found.malloc() : found.mapped();
    }

    /**
     * The place in which a category grows; null for the heap. Its arenas and its other malloc grow in one place, though NMT's
     * text divides them: a recording does not.
     */
    public static @Nullable Place placeOf(String category) {
        return categoryOrAny(category).place();
    }

    /** The place in which a part with mappings of its own grows; null for the heap, and for what is no mapping. */
    public @Nullable Place place() {
        return switch (this) {
            case HEAP -> null;
            case STACKS -> Place.PLATFORM_THREADS;
            case CLASSES -> Place.METASPACE;
            case CODE -> Place.CODE;
            case GC -> Place.GC;
            case FILES -> Place.MAPPED_FILES;
            default -> kind == Kind.MAPPED || kind == Kind.FILE ? Place.OTHER : null;
        };
    }

    /**
     * The parts of a mapping from its tags in System.map: several if the kernel joined mappings, none if the JVM does not
     * know the mapping.
     */
    public static Set<Part> ofTags(String info) {
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
