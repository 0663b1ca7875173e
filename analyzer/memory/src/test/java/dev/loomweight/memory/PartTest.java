package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each category of NMT is, what tags of mappings say, and where parts grow. */
class PartTest {

    private static String name(@Nullable Enum<?> value) {
        return value == null ? "-" : value.name();
    }

    /** A category's mappings, its malloc, most of it, and its place. */
    @ParameterizedTest(name = "{0}: {1} {2} {3} {4}")
    @CsvSource({
        "Java Heap,              HEAP,    MALLOC_GC,       HEAP,            -",
        "Thread,                 STACKS,  MALLOC_THREADS,  MALLOC_THREADS,  PLATFORM_THREADS",
        "Thread Stack,           STACKS,  MALLOC_THREADS,  STACKS,          PLATFORM_THREADS",
        "Class,                  CLASSES, MALLOC_CLASSES,  CLASSES,         METASPACE",
        "Metaspace,              CLASSES, MALLOC_CLASSES,  CLASSES,         METASPACE",
        "Symbol,                 VM,      MALLOC_CLASSES,  MALLOC_CLASSES,  METASPACE",
        "Module,                 VM,      MALLOC_CLASSES,  MALLOC_CLASSES,  METASPACE",
        "Shared class space,     ARCHIVE, MALLOC_CLASSES,  ARCHIVE,         OTHER",
        "Shared spaces,          ARCHIVE, MALLOC_CLASSES,  ARCHIVE,         OTHER",
        "Code,                   CODE,    MALLOC_COMPILER, CODE,            CODE",
        "GC,                     GC,      MALLOC_GC,       GC,              GC",
        "Card Table,             GC,      MALLOC_GC,       GC,              GC",
        "String Deduplication,   VM,      MALLOC_GC,       MALLOC_GC,       GC",
        "Compiler,               VM,      MALLOC_COMPILER, MALLOC_COMPILER, JVM_ARENAS",
        "Arena Chunk,            VM,      MALLOC_COMPILER, MALLOC_COMPILER, JVM_ARENAS",
        "Native Memory Tracking, VM,      MALLOC_NMT,      MALLOC_NMT,      JVM_MALLOC",
        "Tracing,                VM,      MALLOC_JFR,      MALLOC_JFR,      JVM_MALLOC",
        "Other,                  VM,      DIRECT,          DIRECT,          DIRECT_BUFFERS",
        "Safepoint,              VM,      MALLOC_OTHER,    MALLOC_OTHER,    OTHER",
        "Internal,               VM,      MALLOC_OTHER,    MALLOC_OTHER,    JVM_MALLOC",
        "Of a later JDK,         VM,      MALLOC_OTHER,    MALLOC_OTHER,    JVM_MALLOC",
    })
    void eachCategory(String category, Part mappings, Part malloc, Part most, String place) {
        assertThat(Part.ofMappings(category)).isEqualTo(mappings);
        assertThat(Part.ofMalloc(category)).isEqualTo(malloc);
        assertThat(Part.ofMost(category)).isEqualTo(most);
        assertThat(name(Part.placeOf(category))).isEqualTo(place);
        assertThat(Part.isKnown(category)).isEqualTo(!category.startsWith("Of"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "'JAVAHEAP',              HEAP",
        "'META',                  CLASSES",
        "'CLASS',                 CLASSES",
        "'CDS',                   ARCHIVE",
        "'CODE',                  CODE",
        "'GC',                    GC",
        "'CARDTBL',               GC",
        "'TRACING',               VM",
        "'-',                     ''",
        "'STACK-4711-main',       STACKS",
        "'STACK-4711-a,CODE',     STACKS",
        "'CODE,STACK-4711-main',  'STACKS CODE'",
        "'GC,JAVAHEAP,-',         'HEAP GC'",
    })
    void tagsOfAMapping(String tags, String parts) {
        assertThat(Part.ofTags(tags).stream().map(Part::name).collect(Collectors.joining(" ")))
                .isEqualTo(parts);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "HEAP, -",
        "STACKS, PLATFORM_THREADS",
        "CLASSES, METASPACE",
        "ARCHIVE, OTHER",
        "CODE, CODE",
        "GC, GC",
        "VM, OTHER",
        "FILES, MAPPED_FILES",
        "LIBRARIES, OTHER",
        "KERNEL, OTHER",
        "MALLOC_GC, -",
        "DIRECT, -",
        "NATIVE, -",
        "JOINED, -",
        "UNTOUCHED, -",
        "REMAINDER, -",
    })
    void whereAMappingGrows(Part part, String place) {
        assertThat(name(part.place())).isEqualTo(place);
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "Symbol,              NMT,    METASPACE",
        "Thread,              NMT,    PLATFORM_THREADS",
        "Java Heap,           NMT,    -",
        "(total),             NMT,    -",
        "(stacks),            NMT,    -",
        "'Metaspace, used',   JFR,    METASPACE",
        "'Metaspace, committed', JFR, -",
        "Direct buffers,      JFR,    DIRECT_BUFFERS",
        "'Java heap, used',   JFR,    -",
        "RSS,                 kernel, -",
        "Thread,              kernel, -",
    })
    void whereAnAccountGrows(String category, String source, String place) {
        Account account = new Account(category, source);

        assertThat(name(account.place())).isEqualTo(place);
        assertThat(account.isNmtCategory()).isEqualTo(source.equals("NMT") && !category.startsWith("("));
    }

    /** What the collector spares comes and goes. */
    @ParameterizedTest(name = "{0}: {1}, {2}")
    @CsvSource({
        "HEAP,          growthOfHeap,         true",
        "HEAP_SPARE,    growthOfHeapSpare,    false",
        "HEAP_RESIDENT, growthOfHeapResident, false",
        "MAPPED_FILES,  growthOfMappedFiles,  true",
    })
    void findingsOfPlaces(Place place, String id, boolean finding) {
        assertThat(place.findingId()).isEqualTo(id);
        assertThat(place.isOfFindings()).isEqualTo(finding);
    }
}
