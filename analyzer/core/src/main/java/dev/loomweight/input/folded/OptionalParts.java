package dev.loomweight.input.folded;

import java.lang.reflect.RecordComponent;
import java.util.Set;

/**
 * Which components of records can be null: those that are declared so. The annotation that declares it is not there at run
 * time, so they are listed; a test compares the list with it.
 */
final class OptionalParts {

    private static final Set<String> NAMES = Set.of(
            "CaptureTexts$CaptureInfo$End.exitStatus",
            "CaptureTexts$CaptureInfo$End.exited",
            "CaptureTexts$CaptureInfo$End.log",
            "CaptureTexts$CaptureInfo$End.time",
            "CaptureTexts$CaptureInfo$Threads.kind",
            "CaptureTexts$CaptureInfo.run",
            "CaptureTexts$JvmLog.systemGc",
            "CaptureTexts$OutOfMemory.time",
            "CaptureTexts$TargetClasses.javaHome",
            "CaptureTexts$TargetClasses.mainClass",
            "CaptureTexts$TargetClasses.mainJar",
            "CaptureTexts$TargetClasses.started",
            "Coverage$OfEvent.threshold",
            "Coverage$OfSource.end",
            "Coverage$OfSource.start",
            "Dumps$DumpedThread$Locks.blockedOn",
            "Dumps$DumpedThread$Locks.initializing",
            "Dumps$DumpedThread$Locks.parkBlocker",
            "Dumps$DumpedThread$Locks.waitingOn",
            "Dumps$DumpedThread.state",
            "Dumps$DumpedThread.virtual",
            "Dumps$DumpedThreads.time",
            "Dumps$LockOwners$Owned.owner",
            "Dumps$LockOwners.time",
            "Dumps$ThreadDump$Stack.state",
            "EndTexts$Containers$Container.last",
            "EndTexts$Containers$Container.state",
            "EndTexts$Containers$State.exitStatus",
            "EndTexts$Containers$State.finished",
            "EndTexts$Containers$State.outOfMemory",
            "EndTexts$Containers$State.started",
            "JvmTexts$Crash$Sender.pid",
            "JvmTexts$Crash.sender",
            "JvmTexts$Crash.time",
            "NmtTexts$NmtCategory$Metaspace.free",
            "NmtTexts$NmtCategory.arena",
            "NmtTexts$NmtCategory.malloc",
            "NmtTexts$NmtCategory.mmap",
            "NmtTexts$NmtCategory.stack",
            "NmtTexts$NmtCategory.trackingOverhead",
            "NmtTexts$NmtReport$Site.malloc",
            "NmtTexts$NmtReport$Site.virtual",
            "NmtTexts$NmtReport.malloc",
            "NmtTexts$NmtReport.mmap",
            "NmtTexts$NmtUsage.readonly",
            "Origin$SnapshotId.time",
            "Origin.moment",
            "PinParts$Alike.monitorClass",
            "PinParts$Alike.operation",
            "PinParts$Alike.reason",
            "PinParts.held",
            "RefusalParts$Group.message",
            "RefusalParts$Group.submitter",
            "ThreadEvents$MonitorEnter.monitorClass",
            "ThreadEvents$MonitorEnter.previousOwner",
            "ThreadEvents$MonitorEnter.thread",
            "ThreadEvents$MonitorWait.monitorClass",
            "ThreadEvents$MonitorWait.notifier",
            "ThreadEvents$MonitorWait.thread",
            "PinEvents$Pin.carrier",
            "PinEvents$Pin.operation",
            "PinEvents$Pin.reason",
            "PinEvents$Pin.thread",
            "PinEvents$SchedulerDelay.alarm",
            "PinEvents$SubmitFailed.message",
            "PinEvents$SubmitFailed.submitter",
            "UnitHead$Input.failure",
            "UnitHead$Input.plain",
            "UnitHead.jvm");

    /** What records had not when the first files were written, and make themselves where it is missing. */
    private static final Set<String> LATER = Set.of("Coverage$OfEvent.onlyIn");

    private OptionalParts() {}

    /** Whether former files do not have a component. */
    static boolean isLater(RecordComponent component) {
        return LATER.contains(name(component));
    }

    /** Whether a component can be null. */
    static boolean has(RecordComponent component) {
        return NAMES.contains(name(component));
    }

    /** The record, by its name in its package, and the component. */
    static String name(RecordComponent component) {
        String type = component.getDeclaringRecord().getName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + component.getName();
    }
}
