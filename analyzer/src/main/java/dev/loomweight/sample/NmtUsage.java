package dev.loomweight.sample;

import org.jspecify.annotations.Nullable;

/**
 * Address space and memory of one NMT figure.
 *
 * @param reserved address space set aside; costs nothing until it is committed
 * @param committed memory promised by the system; resident only where it was touched, except for thread stacks, where
 *     HotSpot asks the kernel which pages are resident and adds the guard pages
 * @param readonly the part that is mapped read-only (shared class space, JDK 20 and later), or null where not printed
 * @param peakBytes the highest committed figure so far, in bytes, equal to the committed one "at peak", or -1 where
 *     the report does not print it (before JDK 21)
 */
public record NmtUsage(
        Amount reserved, Amount committed, @Nullable Amount readonly, long peakBytes) {

    /** Reserved and committed alone. */
    public static NmtUsage of(Amount reserved, Amount committed) {
        return new NmtUsage(reserved, committed, null, -1);
    }
}
