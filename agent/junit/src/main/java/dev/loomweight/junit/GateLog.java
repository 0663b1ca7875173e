package dev.loomweight.junit;

/** What the gate says where no test fails. */
final class GateLog {

    private GateLog() {}

    /** Prints lines to standard error, which runners of tests show or keep. */
    @SuppressWarnings("SystemOut") // there is no logger that all have
    static void print(String text) {
        System.err.println("loomweight: " + text);
    }
}
