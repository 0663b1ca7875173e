package dev.loomweight.memory;

import dev.loomweight.jvm.NmtStart;
import java.util.List;
import java.util.stream.Stream;

/**
 * A place in which a process can grow, with the advice on it. A byte of resident memory belongs to one of them; {@link Part}
 * says to which.
 */
public enum Place {
    /** Live objects: arrays and others that are not small, or all where no class histogram divides them. */
    HEAP(
            "heap",
            "live objects in the heap",
            "A heap dump shows what holds the objects (jcmd PID GC.heap_dump FILE), two class histograms show which classes"
                    + " grew (jcmd PID GC.class_histogram), and jdk.OldObjectSample of a recording shows where they were"
                    + " allocated (JFR.start settings=profile path-to-gc-roots=true)."),
    /** Live objects of classes whose objects are small. */
    SMALL_OBJECTS(
            "smallObjects",
            "small live objects in the heap",
            "Look for a collection or cache without bound that holds them: a heap dump shows it (jcmd PID GC.heap_dump"
                    + " FILE); two class histograms show which classes grew (jcmd PID GC.class_histogram)."),
    /** The stack chunks and objects of virtual threads. */
    VIRTUAL_THREADS(
            "virtualThreads",
            "virtual threads, in the heap",
            "jcmd PID Thread.dump_to_file -format=json FILE shows what they wait for. Bound their number where work"
                    + " arrives (a Semaphore), and give what they wait for a timeout."),
    /** Strings that are interned, with the JVM's table of them. */
    INTERNED_STRINGS(
            "internedStrings",
            "interned strings",
            "jcmd PID VM.stringtable shows their number and size, with -verbose the strings. Do not call String.intern with"
                    + " text from outside; a map with a bound does the same."),
    /** The heap beyond its live objects: garbage, and regions that were touched and are free. */
    HEAP_SPARE(
            "heapSpare",
            "heap that is not live objects",
            "It is garbage, or was touched and is free: no leak. -Xmx bounds it, and -XX:MaxHeapFreeRatio or a collector"
                    + " that uncommits (G1, ZGC, Shenandoah) makes it smaller."),
    /** The heap where it is not known what of it is live. */
    HEAP_RESIDENT(
            "heapResident",
            "Java heap with garbage",
            "Take class histograms with the snapshots (record --histogram): they count live objects, and name the classes that"
                    + " grew."),
    /** Direct byte buffers, and other memory from Unsafe. */
    DIRECT_BUFFERS(
            "directBuffers",
            "direct buffers and Unsafe",
            "A heap dump shows what holds the buffers (jcmd PID GC.heap_dump FILE; java.nio.DirectByteBuffer); the MBean"
                    + " java.nio:type=BufferPool,name=direct counts them, and -XX:MaxDirectMemorySize bounds them."
                    + " Allocators such as Netty's have bounds and leak detectors of their own."),
    /** Segments of java.lang.foreign arenas. */
    FOREIGN_ARENAS(
            "foreignArenas",
            "arenas of java.lang.foreign",
            "Close the arenas (Arena.ofConfined in a try statement), or use Arena.ofAuto; Arena.global is never freed. A"
                    + " heap dump shows what holds them (jcmd PID GC.heap_dump FILE; jdk.internal.foreign)."),
    /** The compilers' memory, nearly all of it arenas, and free chunks of arenas; those of others are where their owners are. */
    JVM_ARENAS(
            "jvmArenas",
            "arenas of the JVM",
            "With " + NmtStart.DETAIL + ", jcmd PID VM.native_memory baseline and later detail.diff scale=b show"
                    + " the call sites. jcmd PID Compiler.memory shows the arenas of each compilation, where the JDK has it;"
                    + " -XX:CompileCommand=exclude,CLASS::METHOD leaves a method out."),
    /** The rest of the JVM's malloc. */
    JVM_MALLOC(
            "jvmMalloc",
            "other malloc of the JVM",
            "With " + NmtStart.DETAIL + ", jcmd PID VM.native_memory baseline and later detail.diff scale=b show"
                    + " the call sites."),
    /** Malloc of native code that is not the JVM's. */
    NATIVE_MALLOC(
            "nativeMalloc",
            "malloc of native code",
            "The callers are not in NMT: async-profiler records them (asprof -e nativemem -d 60 -f malloc.jfr PID), and"
                    + " loomweight memory malloc.jfr shows what was not freed, by site. Often it is what was not closed:"
                    + " Deflater, Inflater, and handles of native libraries."),
    /** Malloc of the JVM and of native code together, where NMT is off. */
    ANY_MALLOC(
            "anyMalloc",
            "malloc of the JVM and of native code (NMT is off)",
            "To divide the JVM's malloc from that of native code, " + NmtStart.START_SUMMARY + "."),
    /** Freed blocks that glibc keeps. */
    RETAINED(
            "retained",
            "freed, retained by glibc",
            "It is no leak: jcmd PID System.trim_native_heap releases it, -XX:TrimNativeHeapInterval=60000 does at intervals,"
                    + " and MALLOC_ARENA_MAX=2 keeps it smaller."),
    /** Anonymous mappings in no account: neither the JVM nor malloc made them. */
    ANONYMOUS_MAPPINGS(
            "anonymousMappings",
            "anonymous mappings of native code (mmap)",
            "Neither the JVM nor glibc's malloc counts it: native code maps it, or an allocator of its own does. Two copies"
                    + " of /proc/PID/smaps show which mappings grew, and strace -f -k -e trace=mmap -p PID shows who maps."),
    /** The malloc of another allocator, where it is more than NMT counts. */
    ALLOCATOR(
            "allocator",
            "another malloc: native code, freed",
            "The allocator's own profiler shows the callers, such as jemalloc's (MALLOC_CONF=prof:true) or tcmalloc's"
                    + " (HEAPPROFILE)."),
    /** Mappings of several owners that the kernel joined. */
    JOINED("joined", "mappings joined by the kernel", NmtStart.DETAIL + " has the addresses that divide them."),
    /** Anonymous memory that the inputs do not divide. */
    UNDIVIDED(
            "undivided",
            "undivided anonymous memory",
            "NMT, smaps and System.native_heap_info (JDK 21 and later), taken with the snapshots, divide malloc of the JVM,"
                    + " malloc of native code and mmap."),
    /** Files that the application maps. */
    MAPPED_FILES(
            "mappedFiles",
            "mapped files",
            "A mapping of FileChannel.map ends when its buffer is collected, or its Arena is closed (Java 22 and later). The"
                    + " kernel drops clean pages of files before it kills; pages that were written, and files in /dev/shm,"
                    + " it cannot drop."),
    /** Stacks of platform threads, with the JVM's structures. */
    PLATFORM_THREADS(
            "platformThreads",
            "platform threads",
            "jcmd PID Thread.print names them and shows what they do. Use pools with a bound, shut down pools that are no"
                    + " longer used, or use virtual threads."),
    /** Metadata of classes. */
    METASPACE(
            "metaspace",
            "metaspace and classes",
            "jcmd PID VM.classloader_stats shows the class loaders with their classes and bytes, jcmd PID VM.metaspace"
                    + " show-loaders the space of each, and -Xlog:class+load what is loaded; jcmd PID VM.symboltable shows"
                    + " the names of classes (Symbol). -XX:MaxMetaspaceSize bounds it, the names excluded."),
    /** Compiled code. */
    CODE("code", "code cache", "-XX:ReservedCodeCacheSize bounds it; jcmd PID Compiler.codecache shows its use."),
    /** Card tables, bitmaps and the like. */
    GC(
            "gc",
            "GC structures",
            "They grow with the heap that is committed and with references between regions; -Xmx bounds them, and"
                    + " -XX:+UseSerialGC or -XX:+UseParallelGC needs fewer."),
    /** Libraries, the class archive, and other mappings. */
    OTHER("other", "libraries and other mappings", "Two copies of /proc/PID/smaps show which mappings grew.");

    private final String id;
    private final String label;
    private final String advice;

    Place(String id, String label, String advice) {
        this.id = id;
        this.label = label;
        this.advice = advice;
    }

    /** The stable key, lower camel case. */
    public String id() {
        return id;
    }

    /** The ids of all places. */
    public static List<String> ids() {
        return Stream.of(values()).map(Place::id).toList();
    }

    /** The name in reports, lower case. */
    public String label() {
        return label;
    }

    /** What shows the next thing, and what bounds it: sentences with PID for the process. */
    public String advice() {
        return advice;
    }

    /** The key of the finding that it grew. */
    public String findingId() {
        return "growthOf" + Character.toUpperCase(id.charAt(0)) + id.substring(1);
    }

    /** Whether a JVM that starts fills it by itself: compilers and their code, tables of the collector, what glibc keeps. */
    public boolean isOfWarmUp() {
        return this == JVM_ARENAS || this == JVM_MALLOC || this == CODE || this == GC || this == RETAINED;
    }

    /** Whether growth in it says something about the application: the spare heap comes and goes with collections. */
    public boolean isOfFindings() {
        return this != HEAP_SPARE && this != HEAP_RESIDENT;
    }
}
