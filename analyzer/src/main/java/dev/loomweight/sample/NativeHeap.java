package dev.loomweight.sample;

/**
 * {@code System.native_heap_info}: glibc's own account of malloc ({@code malloc_info(3)}), JDK 21 (updates) and later on
 * Linux with glibc. It counts all that the process got from malloc, not only the JVM.
 *
 * @param arenas how many arenas there are; glibc makes up to 8 a processor
 * @param arenaBytes what the arenas got from the kernel, in bytes
 * @param freeBytes what is free inside the arenas: given back by the program, kept by glibc, in bytes
 * @param mappedBytes blocks so large that each has a mapping of its own, in bytes
 * @param mappedBlocks how many of those
 */
public record NativeHeap(long arenas, long arenaBytes, long freeBytes, long mappedBytes, long mappedBlocks)
        implements Sample {

    /** What the program holds from malloc, glibc's overhead included, in bytes. */
    public long liveBytes() {
        return arenaBytes - freeBytes + mappedBytes;
    }
}
