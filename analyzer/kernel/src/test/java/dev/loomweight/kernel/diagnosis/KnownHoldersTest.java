package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.PinFacts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose holders are known, on JDK 21, where monitors pin: held monitors against those waited for. */
class KnownHoldersTest {

    private static final String PROGRAM = "known.KnownHolders";
    private static final String MAYBE = RefinedCauses.PERHAPS;

    /** What the event of each case must show: causes at methods of the program, with the locks of a debug build. */
    private static final Map<String, String> ANSWERS = Map.ofEntries(
            Map.entry("enterThis", "monitorEnter Box.inner this, synchronizedMethod Box.outer this"),
            Map.entry("enterNew", "monitorEnter enterNew wanted, synchronizedBlock enterNew new Object()"),
            Map.entry("enterBlock", "monitorEnter enterBlock wanted, synchronizedBlock enterBlock KnownHolders.A"),
            Map.entry("waitPlain", "objectWait waitPlain this.lock"),
            Map.entry("waitTwice", "objectWait waitPlain this.lock"),
            Map.entry("waitNew", "objectWait waitNew inner, synchronizedBlock waitNew outer"),
            Map.entry("waitAlias", "objectWait waitAlias this.lock, synchronizedBlock waitAlias KnownHolders.A"),
            Map.entry("waitInSuper", "objectWait Box.await this"),
            Map.entry("waitOnArgument", "objectWait waitOn what, synchronizedBlock waitOnArgument KnownHolders.A"),
            Map.entry("waitOnOtherThis", "objectWait Box.await this, synchronizedMethod Box.waits this"),
            Map.entry("waitOnSameThis", "objectWait Box.await this, synchronizedBlock waitOnSameThis KnownHolders.A"),
            Map.entry(
                    "waitStatic", "objectWait waitStatic KnownHolders.B, synchronizedBlock waitStatic KnownHolders.A"),
            Map.entry("waitOtherField", "objectWait waitPlain this.lock, synchronizedBlock waitOtherField this.other"),
            Map.entry(
                    "waitFieldOfOther", "objectWait waitPlain this.lock, synchronizedBlock waitFieldOfOther one.lock"),
            Map.entry("waitClass", "objectWait waitOnClass KnownHolders.class, synchronizedMethod waitClass this"),
            Map.entry("waitOtherType", "objectWait Box.await this, synchronizedMethod waitOtherType this"),
            Map.entry("waitOnOneOfOne", "objectWait waitOnOne two"),
            Map.entry("waitOnOneOfTwo", "objectWait waitOnOne two, synchronizedBlock waitOnOne one"),
            Map.entry("waitPerhapsSame", "objectWait waitOnOne two, synchronizedBlock waitOnOne one" + MAYBE),
            Map.entry("waitPerhapsOther", "objectWait waitOnOne two, synchronizedBlock waitOnOne one" + MAYBE),
            Map.entry(
                    "waitRewritten",
                    "objectWait waitRewritten this.changing, synchronizedBlock waitRewritten this.changing" + MAYBE),
            Map.entry("waitInLambda", "objectWait lambda this.lock"),
            Map.entry(
                    "waitInLambdaOfTwo",
                    "objectWait lambda this.lock, synchronizedBlock waitInLambdaOfTwo KnownHolders.A"),
            Map.entry(
                    "waitReadAgainOfOtherClass",
                    "objectWait waitReadAgain this.changing, synchronizedBlock waitReadAgain KnownHolders.A"),
            Map.entry("waitOfOtherClass", "objectWait waitOfOtherClass text, synchronizedMethod waitOfOtherClass this"),
            Map.entry("waitInResult", "objectWait Box.waitsOn what, synchronizedMethod Box.waitsOn this"),
            Map.entry(
                    "waitReadAgain",
                    "objectWait waitReadAgain this.changing, synchronizedBlock waitReadAgain KnownHolders.A" + MAYBE));

    @TempDir
    private Path folder;

    @Test
    void everyMonitorIsHeldOrWaitedForAsTheProgramHasIt() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        String source = Compiled.resource("KnownHolders.java");
        RecordedCases cases = new RecordedCases(folder);
        Map<String, Path> versions = new TreeMap<>();
        for (String debug : List.of("-g", "-g:none", "-g:source,lines")) {
            Path classes = Files.createDirectory(folder.resolve(debug.replace(':', '_')));
            versions.put(debug, Compiled.into(classes, "KnownHolders.java", source, debug, "--release", "21"));
        }
        cases.record(jdk, PROGRAM, versions);

        for (Map.Entry<String, Path> version : versions.entrySet()) {
            boolean named = version.getKey().equals("-g");
            try (ClassPath path = ClassPath.of(
                    List.of(
                            version.getValue().toString(),
                            RecordedCases.testClasses().toString()),
                    jdk,
                    21)) {
                Map<String, String> found = new TreeMap<>();
                Diagnoser diagnoser = new Diagnoser(new Code(path), List.of());
                cases.pins(version.getKey())
                        .forEach((name, pins) -> pins.stream()
                                .filter(pin -> pin.event() != PinFacts.Event.PINNED)
                                .forEach(pin -> found.merge(
                                        name,
                                        words(diagnoser.of(pin, false), named),
                                        (a, b) -> a.equals(b) ? a : a + " and " + b)));
                Map<String, String> answers = new TreeMap<>(ANSWERS);
                if (!named) {
                    answers.replaceAll((name, answer) -> withoutLocks(answer));
                }
                assertThat(found).as(version.getKey()).isEqualTo(answers);
                assertThat(path.notes()).isEmpty();
            }
        }
    }

    private static String words(Diagnosis diagnosis, boolean locks) {
        String words = diagnosis.causes().stream()
                .map(cause -> cause.kind().id() + " "
                        + String.valueOf(CodePlace.methodOf(cause.frame()))
                                .replaceFirst("known\\.KnownHolders[.$]", "")
                                .replaceFirst("lambda\\$.*", "lambda")
                        + " " + cause.lock())
                .collect(Collectors.joining(", "));
        return locks ? words : withoutLocks(words);
    }

    private static String withoutLocks(String words) {
        return List.of(words.split(", ")).stream()
                .map(cause ->
                        cause.replaceFirst("^(\\S+ \\S+) .*?(" + java.util.regex.Pattern.quote(MAYBE) + ")?$", "$1$2"))
                .collect(Collectors.joining(", "));
    }
}
