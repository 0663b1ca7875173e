package dev.loomweight.sample;

/**
 * One thing that was observed about a JVM: an event of a recording, or one text that a tool printed.
 *
 * <p>The list of permitted records is the list of all that Loomweight can observe. Those that come from a JFR event
 * are decoded by their entry in {@link EventKind}; the others by one reader each.
 */
public sealed interface Sample
        permits CaptureInfo,
                CarrierTimes,
                ClassHistogram,
                ContainerConfiguration,
                ContainerLimit,
                ContainerMemory,
                ContainerUsage,
                CpuInformation,
                DirectBuffers,
                DumpedThreads,
                ExperimentRun,
                GarbageCollection,
                HeapInfo,
                HeapSummary,
                HeapUsage,
                LockOwners,
                MetaspaceSummary,
                MonitorEnter,
                MonitorWait,
                NativeHeap,
                NativeMemory,
                NativeMemoryTotal,
                NmtMessage,
                NmtReport,
                NmtStatistics,
                ObjectCount,
                Pin,
                ProcStatus,
                ProcessId,
                ProcessMemory,
                RecordedJvm,
                RecordedStacks,
                ResidentPages,
                ResidentSetSize,
                Scheduler,
                SchedulerDelay,
                Smaps,
                SmapsRollup,
                SubmitFailed,
                SystemMap,
                ThreadDump,
                ThreadStatistics,
                VirtualThreadEnd,
                VirtualThreadStart {}
