package dev.loomweight.pins.pinning;

import static java.util.Objects.requireNonNullElse;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.PinRule;
import dev.loomweight.kernel.diagnosis.BlamedFrame;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import org.jspecify.annotations.Nullable;

/**
 * What can be done about a site. It depends on whose code holds the carrier: one's own can be changed, a library can be
 * replaced by another release, of the JDK another method can be called. Where that is undecided, what is said is true of
 * each.
 */
class Advice {

    /** What to do in a few words about what comes with the first use of a class. */
    static final String EARLY = "use the class once at startup, before the load arrives";

    /** In place of a frame where none is to blame: no method has this name. */
    private static final CodePlace NOWHERE = new CodePlace("", "");

    static final String PLATFORM = "call it on a platform thread";

    final PinSite site;
    final PinCause cause;
    final @Nullable BlamedFrame blamed;
    final CodePlace frame;
    final String call;

    Advice(PinSite site, PinCause cause, @Nullable BlamedFrame blamed) {
        this.site = site;
        this.cause = cause;
        this.blamed = blamed;
        this.frame = requireNonNullElse(cause.frame(), NOWHERE);
        CodePlace blocker = site.diagnosis().blocker();
        this.call = blocker == null ? "the blocking call" : blocker.shortName();
    }

    /**
     * One or more sentences; may be empty. What the advice on the first cause says of the site is said there alone.
     *
     * @param cause one of the causes of the site
     * @param blamed its frame
     */
    static String of(PinSite site, PinCause cause, @Nullable BlamedFrame blamed) {
        return new Advice(site, cause, blamed).text();
    }

    /**
     * The same of the first cause in a few words, beginning in lower case and without a full stop; may be empty.
     *
     * @param blamed its frame
     */
    static String brief(PinSite site, @Nullable BlamedFrame blamed) {
        return new Advice(site, site.first(), blamed).brief();
    }

    private String brief() {
        return switch (cause.kind()) {
            case SYNCHRONIZED_METHOD, SYNCHRONIZED_BLOCK, LIBRARY_MONITOR, OBJECT_WAIT, MONITOR_ENTER ->
                ofMonitor().briefly();
            case NATIVE_CALL -> isForName() ? EARLY : PLATFORM + (callsBack() ? orCallback() : "");
            case UPCALL -> PLATFORM + orCallback();
            case NATIVE_REFLECTION -> "call the method directly or through a MethodHandle";
            case CLASS_INITIALIZER, OTHER_CLASS_INITIALIZATION -> EARLY;
            case CLASS_LOADING, CLASS_LOADER_LOCK, CLASS_LINKING, CLASS_LOCK, BOOTSTRAP_METHOD ->
                "load the classes at startup, before the load arrives";
            case MONITOR, UNKNOWN ->
                site.diagnosis().needsClassFile()
                        ? "pass class files with --classpath and --jdk: they show who holds the monitor"
                        : "";
            default -> "";
        };
    }

    private String text() {
        return switch (cause.kind()) {
            case SYNCHRONIZED_METHOD, SYNCHRONIZED_BLOCK, LIBRARY_MONITOR, OBJECT_WAIT ->
                ofMonitor().sentences();
            case MONITOR_ENTER ->
                cause.detail().isEmpty() ? ofMonitor().sentences() : ClassLockSentences.adviceOwnOrLinking(cause);
            case NATIVE_CALL -> nativeCall();
            case UPCALL -> "Make the native call on a platform thread" + reached() + orCallback() + ".";
            case NATIVE_REFLECTION ->
                "Call the method directly or through a MethodHandle; if the JVM was started with"
                        + " -Djdk.reflect.useNativeAccessorOnly=true, start it without.";
            case CLASS_INITIALIZER -> early("Use the class", "its static initializer");
            case OTHER_CLASS_INITIALIZATION -> "Use the class once at startup, before the load arrives.";
            case CLASS_LOADING ->
                kind() == Owner.Kind.JDK || kind() == Owner.Kind.LIBRARY
                        ? "Load the classes at startup, before the load arrives."
                        : "Load the classes at startup, or use a class loader that does not block.";
            case BOOTSTRAP_METHOD -> early("Run the code that it links", "the bootstrap method");
            case CLASS_LOADER_LOCK -> ClassLockSentences.ADVICE_LOADER;
            case CLASS_LINKING -> ClassLockSentences.ADVICE_LINKING;
            case CLASS_LOCK -> ClassLockSentences.ADVICE_EITHER;
            case FREEZE_FAILED ->
                "If it comes with the first use of classes, use them once at startup; otherwise there is nothing to do"
                        + " in the application: report it to the JDK if it costs much.";
            case WAIT_STORM ->
                "If many threads wait on one monitor there, replace it with a ReentrantLock and its Condition, and use"
                        + " fewer timed waits.";
            case JVM_OWN -> "";
            case MONITOR, UNKNOWN -> cause.detail().equals(PinRule.TRUNCATED) ? "" : "See its stacks below.";
        };
    }

    private MonitorAdvice ofMonitor() {
        return new MonitorAdvice(site, cause, blamed);
    }

    Owner.Kind kind() {
        if (blamed != null) {
            return blamed.owner().kind();
        }
        return cause.own() ? Owner.Kind.UNDECIDED : Owner.Kind.LIBRARY;
    }

    /** Which line of the application's own leads there; empty where that is not known. */
    String reached() {
        CodePlace from = blamed == null ? null : blamed.ownCaller();
        return from == null
                ? ""
                : " (your code reaches it from " + from.shortName() + (from.hasLine() ? ", line " + from.line() : "")
                        + ")";
    }

    @Nullable
    CodePlace callee() {
        return blamed == null ? null : blamed.callee();
    }

    private String nativeCall() {
        return isForName()
                ? "Load and initialize the class at startup, before the load arrives."
                : "Call " + method() + " on a platform thread" + (kind() == Owner.Kind.OWN ? "" : reached())
                        + (callsBack() ? orCallback() : "") + ".";
    }

    private boolean isForName() {
        return frame.method().equals("java.lang.Class.forName0");
    }

    /** Whether native code has called a method that is the application's, or may be. */
    private boolean callsBack() {
        return blamed != null
                && !blamed.innermost()
                && (blamed.calleeOwner() == Owner.Kind.OWN || blamed.calleeOwner() == Owner.Kind.UNDECIDED);
    }

    private String orCallback() {
        CodePlace callee = callee();
        return ", or do not block in its callback" + (callee == null ? "" : " " + callee.shortName());
    }

    private String early(String use, String place) {
        String early = use + " once at startup, before the load arrives";
        return switch (kind()) {
            case OWN -> early + ", or move " + call + " out of " + place + ".";
            case UNDECIDED -> early + ", or, if it is your own, move " + call + " out of " + place + ".";
            case LIBRARY, JDK -> early + ".";
        };
    }

    String method() {
        return frame.equals(NOWHERE) ? site.shortName() : frame.shortName();
    }
}
