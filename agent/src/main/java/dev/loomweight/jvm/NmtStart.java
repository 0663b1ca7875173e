package dev.loomweight.jvm;

/** How a JVM is started so that it tracks its native memory (NMT), which cannot be switched on while it runs. */
public final class NmtStart {

    /** The flag, as the JVM lists it. */
    public static final String FLAG = "NativeMemoryTracking";

    /** The option of {@code java}, without its value. */
    public static final String OPTION = "-XX:" + FLAG;

    /** The option for figures by category. */
    public static final String SUMMARY = OPTION + "=summary";

    /** The option for call sites and addresses too. */
    public static final String DETAIL = OPTION + "=detail";

    /** Advice to go on with, without a full stop, where amounts by category are missing. */
    public static final String START_SUMMARY = "start the JVM with " + SUMMARY;

    /** Advice to go on with, without a full stop, where call sites or addresses are missing, which a summary does not have. */
    public static final String START_DETAIL = "start the JVM with " + DETAIL;

    private NmtStart() {}
}
