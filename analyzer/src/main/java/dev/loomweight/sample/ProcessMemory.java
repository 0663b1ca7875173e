package dev.loomweight.sample;

/**
 * The section on memory of {@code VM.info} and of a crash log ({@code hs_err}). All amounts are in bytes; -1 where the
 * text does not have them. They are printed rounded to 1 KB.
 *
 * @param residentBytes resident memory
 * @param peakBytes its highest value so far
 * @param anonymousBytes the resident part that no file backs
 * @param fileBytes the resident part of mapped files
 * @param sharedBytes the resident part of shared memory
 * @param swappedBytes what is swapped out
 * @param mallocLiveBytes what the program holds from malloc, by glibc
 * @param mallocRetainedBytes what glibc keeps of freed memory (JDK 17 updates and later)
 * @param limitBytes the container's limit, or -1 where there is none
 * @param usageBytes what the container uses
 */
public record ProcessMemory(
        long residentBytes,
        long peakBytes,
        long anonymousBytes,
        long fileBytes,
        long sharedBytes,
        long swappedBytes,
        long mallocLiveBytes,
        long mallocRetainedBytes,
        long limitBytes,
        long usageBytes)
        implements Sample {}
