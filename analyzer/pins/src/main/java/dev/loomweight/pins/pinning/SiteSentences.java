package dev.loomweight.pins.pinning;

import dev.loomweight.bytecode.StackCode;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.Releases;
import dev.loomweight.kernel.diagnosis.BlamedFrame;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is wrong at a site, and what to do about it, for people who have never heard of pinning. */
final class SiteSentences {

    /** What to do where only a class file can show who holds the monitor. */
    static final String CLASS_FILES =
            "Pass the application's jars or directories with --classpath, and the JDK that made the recording with --jdk.";

    /** The same where the class files of all other classes on the stacks are known. */
    private static final String MADE =
            "Such a class, which none of the known jars has beside the others of its stack, is mostly made at run time, as a"
                    + " script's or a mock's: it has no class file, and nothing shows what it holds. If it is of another jar, name"
                    + " that with --classpath.";

    /** So many causes besides the first are said with what to do about them. */
    private static final int MAX_FURTHER_CAUSES = 2;

    private final PinOptions options;
    private final Owners owners;
    private final boolean monitorsPin;
    private final IdentityHashMap<PinSite, Map<PinCause, Optional<BlamedFrame>>> blamed = new IdentityHashMap<>();

    /** @param monitorsPin whether there is a recording of a JDK before 24, where monitors do */
    SiteSentences(PinOptions options, boolean monitorsPin) {
        this.options = options;
        this.owners = new Owners(options.code(), options.own(), options.faults());
        this.monitorsPin = monitorsPin;
    }

    /** One sentence: who held what, where, while what blocked. */
    String summary(PinSite site) {
        PinCause cause = site.first();
        CodePlace blocker = site.diagnosis().blocker();
        String blocks = " while it blocks" + in(blocker);
        String where = where(cause.frame());
        return switch (cause.kind()) {
            case SYNCHRONIZED_METHOD -> where + " is synchronized" + on(cause) + blocks + ".";
            case SYNCHRONIZED_BLOCK -> where + holds(cause) + blocks + more(cause) + ".";
            case LIBRARY_MONITOR ->
                where + (cause.caller() == null ? "" : calledBy(cause) + ",") + holds(cause) + blocks + more(cause)
                        + ".";
            case OBJECT_WAIT -> where + " waits on " + lock(cause) + " in Object.wait" + calledBy(cause) + ".";
            case MONITOR_ENTER ->
                cause.detail().isEmpty()
                        ? where + " waits for " + lock(cause) + ", which another thread holds" + calledBy(cause) + "."
                        : ClassLockSentences.ofOwnOrLinking(cause, where + calledBy(cause));
            case NATIVE_CALL -> nativeCall(site, where);
            case UPCALL -> upcall(site);
            case NATIVE_REFLECTION ->
                "A method invoked through native reflection" + calledBy(cause) + " blocks" + in(blocker) + ".";
            case CLASS_INITIALIZER ->
                where + " blocks" + in(blocker)
                        + (cause.caller() == null ? "" : "; " + cause.caller() + " needs the class") + ".";
            case OTHER_CLASS_INITIALIZATION ->
                where + " waits until another thread has initialized "
                        + (cause.detail().isEmpty() ? "a class" : cause.detail()) + ".";
            case CLASS_LOADING -> "The class loader in " + where + " blocks" + in(blocker) + loaded(site) + ".";
            case BOOTSTRAP_METHOD ->
                where + " blocks" + in(blocker) + "; the JVM called it to link a call"
                        + (cause.caller() == null ? "" : " of " + cause.caller()) + ".";
            case CLASS_LOADER_LOCK -> ClassLockSentences.ofLoader(site, cause, where + calledBy(cause));
            case CLASS_LINKING -> ClassLockSentences.ofLinking(site, where + calledBy(cause));
            case CLASS_LOCK -> ClassLockSentences.ofEither(where + calledBy(cause));
            case FREEZE_FAILED ->
                "The JVM refused to unmount" + in(blocker) + " (\""
                        + cause.detail()
                        + "\"), as in critical sections of its own and where it loads or links a class;"
                        + " seen in " + site.name() + ".";
            case WAIT_STORM ->
                "The JVM could not unmount at a monitor, and no recorded frame shows why, as when many threads wait on"
                        + " one monitor with timeouts; seen in " + site.name() + ".";
            case JVM_OWN -> "The JVM pins threads of its own.";
            case MONITOR, UNKNOWN ->
                "The cause is unknown where " + site.name() + " blocks" + in(blocker) + ": " + cause.detail() + ".";
        };
    }

    /** What to do, and whether a newer JDK helps; may be empty. */
    String solution(PinSite site) {
        List<String> parts = new ArrayList<>();
        String early = early(site);
        parts.add(early.isEmpty() ? Advice.of(site, site.first(), blamed(site, site.first())) : early);
        parts.add(early.isEmpty() ? further(site, parts.getFirst()) : "");
        parts.add(newerJdk(site));
        parts.removeIf(String::isEmpty);
        return String.join(" ", parts);
    }

    /** What to do where only class files can show who holds the monitors of sites. */
    String classFiles(List<PinSite> open) {
        return isOfMadeClasses(open) ? MADE : CLASS_FILES;
    }

    /** Whether nothing that can be passed is missing for these sites, as far as their stacks show. */
    boolean isOfMadeClasses(List<PinSite> open) {
        return open.stream().allMatch(this::lacksOneClassAlone);
    }

    /** Whether what is missing is not the application's jars: the other classes on its stacks, the JDK's apart, are known. */
    private boolean lacksOneClassAlone(PinSite site) {
        Set<String> missing = new HashSet<>();
        Set<String> others = new HashSet<>();
        for (StackLines lines : site.stacks().keySet()) {
            List<Frame> frames = lines.stack().frames();
            List<Integer> undecided = site.undecided(lines);
            for (int i = 0; i < frames.size(); i++) {
                String name = frames.get(i).stableClassName();
                if (!JvmNames.isJdk(name) && !frames.get(i).isHidden()) {
                    (undecided.contains(i) ? missing : others).add(name);
                }
            }
        }
        others.removeAll(missing);
        return !missing.isEmpty()
                && !others.isEmpty()
                && others.stream().allMatch(name -> options.code().archive(name) != null);
    }

    /**
     * The line of the application's own code that leads to a site, and what to do, in a few words.
     *
     * @return empty where neither is known
     */
    String note(PinSite site) {
        String advice = early(site).isEmpty() ? brief(site) : Advice.EARLY;
        boolean newer = monitorsPin && site.releases().equals(Releases.UNTIL_23);
        String todo = advice.isEmpty() || !newer ? advice : advice + ", or run on JDK 24+";
        String own = ownLine(site);
        return todo.isEmpty() ? own : (own + " → " + todo).strip();
    }

    private String brief(PinSite site) {
        return site.diagnosis().needsClassFile() && lacksOneClassAlone(site)
                ? "a class made at run time has no class file that shows what it holds"
                : Advice.brief(site, blamed(site, site.first()));
    }

    private String ownLine(PinSite site) {
        List<StackTrace> stacks = site.costliestFirst();
        if (stacks.isEmpty() || stacks.getFirst().frames().isEmpty() || !owners.mayBeOwn(stacks.getFirst())) {
            return "";
        }
        StackTrace stack = stacks.getFirst();
        CodePlace holder = site.first().frame();
        int from = holder == null ? 0 : BlamedFrame.indexOf(holder, stack.frames());
        Frame frame = stack.frames().get(owners.placeIn(stack, Math.max(0, from)));
        String file = owners.sourceFile(frame);
        if (file == null && frame.method().equals(site.name())) {
            return frame.line() > 0 ? "line " + frame.line() : "";
        }
        return (file == null ? frame.place().shortName() : file) + (frame.line() > 0 ? ":" + frame.line() : "");
    }

    /** What spares a site that holds a monitor while a class is used for the first time; empty where it is no such site. */
    private static String early(PinSite site) {
        PinCause once = site.firstUse();
        if (once == null || !site.first().kind().isOfMonitor()) {
            return "";
        }
        return once.kind() == CauseKind.CLASS_INITIALIZER
                ? "It happens while " + shortName(once).replace(".<clinit>", "")
                        + " is initialized: use that class once at startup, before the load arrives."
                : "It happens while a class is loaded or linked: use it once at startup, before the load arrives.";
    }

    /** What else must change at a site whose first cause is a monitor: each of its causes pins by itself. */
    private String further(PinSite site, String first) {
        BlamedFrame blamed = blamed(site, site.first());
        // What does not block in its own callback need not change more.
        if (!site.first().kind().isOfMonitor() || (blamed != null && blamed.calleeOwner() == Owner.Kind.OWN)) {
            return "";
        }
        Set<String> said = new HashSet<>(Set.of(first, ""));
        List<String> parts = new ArrayList<>();
        int more = 0;
        for (PinCause cause : site.causes()) {
            String advice = cause.equals(site.first()) ? "" : Advice.of(site, cause, blamed(site, cause));
            if (said.add(advice)) {
                if (parts.size() < MAX_FURTHER_CAUSES) {
                    parts.add((parts.isEmpty() ? "Removing that monitor alone is not enough: " : "Nor is that: ")
                            + shortName(cause) + line(cause.frame())
                            + (cause.kind().isHeldMonitor() ? holds(cause) : " pins") + " on the same stack, too. "
                            + advice);
                } else {
                    more++;
                }
            }
        }
        if (more > 0) {
            parts.add(Amounts.count(more, "more cause is", "more causes are") + " in the table of holders.");
        }
        return String.join(" ", parts);
    }

    @Nullable
    BlamedFrame blamed(PinSite site, PinCause cause) {
        return blamed.computeIfAbsent(site, key -> new HashMap<>())
                .computeIfAbsent(
                        cause, key -> Optional.ofNullable(BlamedFrame.of(cause, site.costliestFirst(), owners)))
                .orElse(null);
    }

    private String newerJdk(PinSite site) {
        Releases releases = site.releases();
        if (monitorsPin && releases.equals(Releases.UNTIL_23)) {
            return "It no longer pins on JDK 24+.";
        }
        if (releases.equals(Releases.UNTIL_25)) {
            return "It no longer pins on JDK 26+.";
        }
        PinCause cause = site.first();
        if (!monitorsPin || !cause.releases().equals(Releases.UNTIL_23)) {
            return "";
        }
        return releases.on24() == Releases.Answer.YES
                ? "JDK 24+ alone does not help: " + others(site) + " on the same stack pins there too."
                : "On JDK 24+, where monitors do not pin, it pins only if something else on its stacks does: they are"
                        + " truncated.";
    }

    // A native method that stands innermost has called nothing: it waits itself.
    private String nativeCall(PinSite site, String where) {
        BlamedFrame blamed = blamed(site, site.first());
        String caller = nativeCaller(site);
        String of = blamed == null ? "" : blamed.owner().words();
        return (caller == null ? "Java code" : caller) + " calls the native method " + where
                + (of.isEmpty() ? "" : " of " + of)
                + (blamed != null && blamed.innermost() ? ", which blocks." : ", which" + callback(site));
    }

    private String upcall(PinSite site) {
        String caller = nativeCaller(site);
        return (caller == null ? "Native code" : caller + " calls native code, which") + callback(site);
    }

    private @Nullable String nativeCaller(PinSite site) {
        BlamedFrame blamed = blamed(site, site.first());
        CodePlace own = blamed == null ? null : blamed.ownCaller();
        return own == null ? CodePlace.methodOf(site.first().caller()) : where(own);
    }

    // What the native code has called, as far as it is not the JDK's.
    private String callback(PinSite site) {
        BlamedFrame blamed = blamed(site, site.first());
        CodePlace callee = blamed == null ? null : blamed.callee();
        String in = in(site.diagnosis().blocker());
        return callee == null
                ? " calls back into Java, and the callback blocks" + in + "."
                : " calls " + where(callee) + " back, and that blocks" + in + ".";
    }

    // Only the instruction shows that it was the JVM that called the loader, and not the frame itself.
    private String loaded(PinSite site) {
        CodePlace caller = site.first().caller();
        if (caller == null) {
            return "; the JVM called it";
        }
        for (StackTrace stack : site.costliestFirst()) {
            if (isRead(caller, stack) || isForJdk(site.first(), stack)) {
                return "; the JVM called it for " + caller;
            }
        }
        return "; it was called for " + caller + ", by the JVM unless that calls loadClass itself";
    }

    private boolean isRead(CodePlace method, StackTrace stack) {
        StackCode code = owners.on(stack);
        for (int i = 0; i < stack.frames().size(); i++) {
            if (stack.frames().get(i).isOf(method) && code.instruction(i) != null) {
                return true;
            }
        }
        return false;
    }

    /** Whether a native method of the JDK is what made the JVM load the class. */
    private static boolean isForJdk(PinCause cause, StackTrace stack) {
        RecordedFrames frames = new RecordedFrames(stack);
        for (int i = 0; i < frames.size(); i++) {
            if (CodePlace.isSameMethod(frames.at(i), cause.frame()) && frames.isLoading(i)) {
                int loading = frames.afterLoading(i);
                return loading != RecordedFrames.NONE && frames.isLoadingForJdk(loading);
            }
        }
        return false;
    }

    private static String others(PinSite site) {
        for (PinCause cause : site.causes()) {
            if (cause.releases().on24() == Releases.Answer.YES) {
                return cause.kind().words();
            }
        }
        return "something else";
    }

    private static String where(@Nullable CodePlace place) {
        return CodePlace.methodOf(place) + line(place);
    }

    private static String line(@Nullable CodePlace place) {
        return place != null && place.hasLine() ? " (line " + place.line() + ")" : "";
    }

    private static String lock(PinCause cause) {
        return cause.lock() == null ? "a monitor" : "the monitor of " + cause.lock();
    }

    private static String holds(PinCause cause) {
        return (cause.detail().isEmpty() ? " holds " : " probably holds ") + lock(cause);
    }

    private static String more(PinCause cause) {
        return cause.detail().isEmpty() ? "" : " (" + cause.detail() + ")";
    }

    private static String on(PinCause cause) {
        return cause.lock() == null ? "" : " on " + cause.lock();
    }

    private static String calledBy(PinCause cause) {
        return cause.caller() == null ? "" : ", called by " + cause.caller();
    }

    private static String in(@Nullable CodePlace blocker) {
        return blocker == null ? "" : " in " + blocker.shortName();
    }

    private static String shortName(PinCause cause) {
        return cause.frame() == null ? "null" : cause.frame().shortName();
    }
}
