package dev.loomweight.kernel.faults;

/** Whether a version of a JDK or a library has a fault. */
public enum Affected {
    YES,
    NO,
    /** The version is not known, or it depends on the vendor, or on what is not known of the fix. */
    UNKNOWN
}
